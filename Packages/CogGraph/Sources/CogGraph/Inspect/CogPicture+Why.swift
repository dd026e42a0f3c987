extension CogPicture {
    /// Why something ran last, as far as the history goes.
    ///
    ///     total ran in turn 14 "add item", because price[apple] was written 2 → 3 in it. Before that it
    ///     ran in turn 9 "open".
    public struct Why: Hashable, Codable, Sendable, CustomStringConvertible {
        /// The place that was asked about.
        public let place: Int
        /// The number of the turn in which, or after which, it ran last; nil where the history does not know.
        public let turn: UInt64?
        /// The answer: from what was asked about to what began it, then what was before, and what is open.
        public let sentences: [String]
        /// The places of what the answer goes through, in its order.
        public let path: [Int]

        public var description: String { sentences.joined(separator: " ") }
    }

    /// Why a row or a terminal ran last: what it had read that had changed, why that had, and so on to what
    /// was written, published, asked for, or first read; and then who asked for that turn (HIST-3).
    ///
    /// Each run is told with the cause that the graph itself found when it ran. A long way is cut. What
    /// happened before the turns that are kept is said to be unknown.
    ///
    /// - Parameter place: A row's place, or a terminal's behind the rows.
    /// - Returns: Nil for a place of nothing that lives.
    /// - Complexity: O(what the turns did).
    public func why(at place: Int) -> Why? {
        guard (0..<rows.count + terminals.count).contains(place) else { return nil }
        return WhyTeller(of: place, in: Chronicle(of: self)).why
    }

    /// Why the first row or terminal of a name ran last; nil where none has it.
    public func why(_ name: String) -> Why? {
        (rows.map(\.name) + terminals.map(\.name)).firstIndex(of: name).flatMap { why(at: $0) }
    }

    /// Why each row ran last, and then each terminal, by their places.
    ///
    /// - Complexity: O(rows, terminals, and what the turns did).
    public var whys: [Why] {
        let chronicle = Chronicle(of: self)
        return (0..<rows.count + terminals.count).map { WhyTeller(of: $0, in: chronicle).why }
    }
}
