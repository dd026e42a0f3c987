/// One thing that happened, as the program sees it.
public enum Event: Hashable, Sendable {
    /// A selector ran and gave this.
    case ran(String, Int)
    /// A source's starting value was made.
    case started(String)
    /// A turn's body began.
    case body(String)
    case staged(String, Int)
    case peeked(String, Int)
    case looked(String, Int)
    /// A view was told of a change, with so many rows alive.
    case told(view: Int, rows: Int)
    /// A reaction ran and computed this, with so many rows alive.
    case reacted(String, Int, rows: Int)
    /// A watch delivered an old and a new value.
    case delivered(String, Int, Int)
    case took(export: Int, [Int])
    case warned(Warning)
    /// A value that acts when it goes has gone.
    case released(Int)

    public enum Warning: Hashable, Sendable {
        case chain
        case registersAgain
    }

    /// Which rows run before the next other event is the rules' matter; in which order, mostly the
    /// graph's own. Nil for an event whose place counts.
    private var looseName: (name: String, value: Int)? {
        switch self {
        case .ran(let name, let value): (name, value)
        case .started(let name): (name, -1)
        default: nil
        }
    }

    /// The events with those between two ordered ones in one fixed order.
    static func normalised(_ events: [Event]) -> [Event] {
        var result: [Event] = []
        var loose: [(key: (name: String, value: Int), event: Event)] = []
        func flush() {
            if loose.count > 1 { loose.sort { $0.key < $1.key } }
            result += loose.map(\.event)
            loose.removeAll(keepingCapacity: true)
        }
        for event in events {
            if let key = event.looseName {
                loose.append((key, event))
            } else {
                flush()
                result.append(event)
            }
        }
        flush()
        return result
    }
}

/// What is alive after a step.
public struct Snapshot: Hashable, Sendable {
    public var revision: UInt64
    /// Rows, reactions and exports.
    public var rows: Int
    public var edges: Int
    public var boundaries: Int
    public var exports: Int
    /// What keeps each row, by name; sorted.
    public var census: [String: [String]]
    /// At most one is the rule, however many rows wait.
    public var hasManySleepers: Bool
}

/// One turn as history has it. Rows run and states noticed are sorted: their order is the graph's.
public struct Entry: Hashable, Sendable {
    public var number: UInt64
    public var name: String
    public var cause: String?
    public var owner: String?
    public var isSystem: Bool
    public var isUnchanged = true
    public var written: [String] = []
    public var recomputed: [String] = []
    public var noticed: [String] = []
    public var reactions: [String] = []

    var sorted: Entry {
        var entry = self
        entry.recomputed.sort()
        entry.noticed.sort()
        return entry
    }
}

/// All that a step shows.
public struct Outcome: Hashable, Sendable {
    public var events: [Event]
    public var history: [Entry]
    public var snapshot: Snapshot
}
