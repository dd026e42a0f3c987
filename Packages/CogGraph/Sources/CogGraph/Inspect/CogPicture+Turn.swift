extension CogPicture {
    /// What one turn was and did, and what happened between it and the next.
    public struct Turn: Hashable, Codable, Sendable {
        /// Counts the context's turns from 1; 0 for what was before the first.
        public let number: UInt64
        /// The calling function's name, or the one that the turn was given; empty for number 0.
        public let name: String
        /// The reaction that asked for it; nil for a turn asked for from outside.
        public let cause: String?
        /// The mechanism or scope it was asked for through.
        public let owner: String?
        /// Whether it was the graph's own and wrote no source.
        public let isSystem: Bool
        /// Whether nothing changed in value.
        public let isUnchanged: Bool
        public let within: Happenings
        /// What reads computed and tests seeded until the next turn began.
        public let later: Happenings
    }

    /// What happened, in order, but for what had gone by the end.
    public struct Happenings: Hashable, Codable, Sendable {
        /// The sources written, and the statuses of async state that were published.
        public let written: [Write]
        /// The rows computed.
        public let recomputed: [Run]
        /// Places of the rows whose readers in UI were told.
        public let noticed: [Int]
        /// The reactions run, and the sequences that were offered a value.
        public let terminals: [Run]

        public var isEmpty: Bool {
            written.isEmpty && recomputed.isEmpty && noticed.isEmpty && terminals.isEmpty
        }
    }

    /// One write.
    public struct Write: Hashable, Codable, Sendable {
        public let place: Int
        /// The value's description before and after. They are kept of small plain values and of texts; nil
        /// for others, and where there was none.
        public let before, after: String?
        /// Whether the value changed.
        public let isChange: Bool
    }

    /// One run of a row or a terminal.
    public struct Run: Hashable, Codable, Sendable {
        public let place: Int
        /// Whether it was the first.
        public let isFirst: Bool
        /// The place of the first of what the run before had read that changed since; nil where none did:
        /// at a first run, and at one that was asked for all the same.
        public let because: Int?
        /// Whether it changed the row's value; false for a terminal.
        public let isChange: Bool
    }
}
