/// A context's graph at one moment, as a value: what lives, what reads what, who waits, which scopes are
/// open, and what the latest turns did to it (HIST-3).
///
/// Turns name what they tell of by its place: first come the `rows`, then the `terminals`, then what has
/// `gone`.
public struct CogPicture: Hashable, Codable, Sendable {
    /// One living row.
    public struct Row: Hashable, Codable, Sendable {
        public enum Kind: String, Codable, Sendable {
            /// Turns write it.
            case source
            /// It is computed, or the value of async state.
            case computed
            /// The status of async state, whose run chooses the work.
            case status
        }

        public enum State: String, Codable, Sendable {
            /// The value holds.
            case settled
            /// Something it read may have changed; the next demand tells.
            case unsettled
            /// There is no value yet.
            case empty
        }

        /// The declaration's name, or else its file and line.
        public let label: String
        /// Its key's description; nil where it has none.
        public let key: String?
        public let kind: Kind
        public let state: State
        /// The value's description, cut where it is long; nil before the first.
        public let value: String?
        /// The revision in which the value changed last.
        public let changedAt: UInt32
        /// The revision up to which the value is known to hold.
        public let checkedAt: UInt32
        /// What keeps it alive, as a census says (HIST-2).
        public let keepers: [String]
        /// Places in `rows` of what its latest run read, in the order of reading.
        public let reads: [Int]

        /// The label with its key.
        public var name: String { key.map { "\(label)[\($0)]" } ?? label }
    }

    /// A reaction or a sequence of values.
    public struct Terminal: Hashable, Codable, Sendable {
        public enum Kind: String, Codable, Sendable {
            case reaction, export
        }

        public let name: String
        public let kind: Kind
        /// Places in `rows` of what its latest run read, in the order of reading.
        public let reads: [Int]
    }

    /// What one controller registered and started.
    public struct Scope: Hashable, Codable, Sendable {
        /// The composed name (MECH-5).
        public let name: String
        /// The names of its reactions, in order of registration.
        public let reactions: [String]
        /// How many of its tasks are under way.
        public let tasks: Int
        /// The scopes that were opened in it, in order of opening.
        public let scopes: [Scope]

        public init(name: String, reactions: [String], tasks: Int, scopes: [Scope]) {
            self.name = name
            self.reactions = reactions
            self.tasks = tasks
            self.scopes = scopes
        }
    }

    /// In the order of their positions.
    public let rows: [Row]
    /// In order of registration.
    public let terminals: [Terminal]
    /// Each mechanism's own, in order of assembly.
    public let scopes: [Scope]
    /// The turns that the history keeps, the oldest first, with the one under way. The first is number 0,
    /// which stands for what was before any turn, while none is forgotten; empty where no history is kept.
    public let turns: [Turn]
    /// The names of what `turns` tell of and lives no more.
    public let gone: [String]

    /// The name of what has a place; nil for a place that nothing has.
    public func name(at place: Int) -> String? {
        if rows.indices.contains(place) { return rows[place].name }
        if terminals.indices.contains(place - rows.count) { return terminals[place - rows.count].name }
        let rest = place - rows.count - terminals.count
        return gone.indices.contains(rest) ? gone[rest] : nil
    }
}
