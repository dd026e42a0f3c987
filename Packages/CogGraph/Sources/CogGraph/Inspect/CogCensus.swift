/// Which rows of one declaration live, and what keeps each alive (HIST-2).
public struct CogCensus: Hashable, Sendable {
    /// One living row.
    public struct Row: Hashable, Sendable {
        /// The row's label with its key.
        public let name: String
        /// Empty for a row that is about to go, and for one that the running turn asked for first: its
        /// grace begins as the turn ends.
        public let keepers: [Keeper]
    }

    /// In the order their positions were taken.
    public let rows: [Row]

    /// How many rows live.
    public var count: Int { rows.count }
}

extension CogCensus {
    /// One reason for a row to live.
    public enum Keeper: Hashable, Sendable, CustomStringConvertible {
        /// Its declaration lives as long as the app.
        case app
        /// Some UI read it.
        case boundary
        /// A reaction or an export of this name reads it.
        case lease(String)
        /// It was asked for, and its grace ends so long after the context was made.
        case grace(until: Duration)
        /// A cog of this name reads it.
        case reader(String)

        public var description: String {
            switch self {
            case .app: "app lifetime"
            case .boundary: "boundary"
            case .lease(let name): "lease of \(name)"
            case .grace(let until): "grace until \(until)"
            case .reader(let name): "read by \(name)"
            }
        }
    }
}

extension CogCensus: CustomStringConvertible {
    public var description: String {
        rows.map { row in "\(row.name): \(row.keepers.map(\.description).joined(separator: ", "))" }
            .joined(separator: "\n")
    }
}
