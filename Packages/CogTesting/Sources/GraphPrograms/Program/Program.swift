/// A program that uses a graph, as a value: what it declares, and what it does step by step.
///
/// Every step of every program is valid: what a step names and does not find, it passes over. So a
/// program from which something was taken away is a program again, and can be made shorter.
public struct Program: Hashable, Sendable {
    /// Where the program came from, for whoever wants it again.
    public let seed: UInt64
    /// Whether values hold an object, which takes other paths through the graph than a number.
    public var holdsObjects = false
    public var declarations: [Declaration] = []
    /// What each mechanism registers while it is assembled.
    public var mechanisms: [[ReactionPlan]] = []
    public var steps: [Step] = []

    public init(seed: UInt64) { self.seed = seed }

    /// Numbers stay below this, so that writes and recomputations are often equal.
    static let modulus = 6
    /// How many keys a box has.
    static let keys = 3

    /// How many outside models each context follows.
    static let models = 2

    /// Whether views look at states before they draw them. Observation lets a view that runs a selector
    /// for the first time track also what that follows; a state that has its value runs none.
    var settlesBeforeDrawing: Bool {
        declarations.contains { declaration in
            if case .computed(let formula) = declaration.kind { formula.followsModel } else { false }
        }
    }

    func row(_ declaration: Int, _ key: Int) -> RowID {
        RowID(
            declaration: declaration,
            key: declarations[declaration].isKeyed ? ((key % Self.keys) + Self.keys) % Self.keys : 0)
    }

    func name(of row: RowID) -> String {
        if row == .relic { return "relic" }
        let declaration = declarations[row.declaration]
        return name(of: row.declaration) + (declaration.isKeyed ? "[\(row.key)]" : "")
    }

    func name(of declaration: Int) -> String {
        (declarations[declaration].isSource ? "s" : "d") + "\(declaration)"
    }
}

/// One row: a declaration, and a key that is zero where there is none.
public struct RowID: Hashable, Sendable, Comparable {
    public let declaration: Int
    public let key: Int

    /// The one source that every program has beside its declarations: its values act when they are
    /// released, and nobody reads it.
    static let relic = RowID(declaration: -1, key: 0)

    public static func < (a: Self, b: Self) -> Bool {
        (a.declaration, a.key) < (b.declaration, b.key)
    }
}

/// One cog or box. It reads only declarations before it, and its own box at lower keys.
public struct Declaration: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case source(start: Int)
        case computed(Formula)
    }

    public enum Life: Hashable, Sendable {
        /// As long as the app; of sources only.
        case app
        /// While observed, with a grace in seconds; the context's for nil.
        case observed(grace: Int?)
    }

    public enum Equality: Hashable, Sendable {
        case standard
        /// Every write and recomputation is a change.
        case none
        /// Values that are both odd or both even are equal.
        case parity

        func areEqual(_ a: Int, _ b: Int) -> Bool {
            switch self {
            case .standard: a == b
            case .none: false
            case .parity: (a - b) % 2 == 0
            }
        }
    }

    public var kind: Kind
    public var isKeyed: Bool
    public var life: Life
    public var equality: Equality

    var isSource: Bool { if case .source = kind { true } else { false } }
    var isReleasable: Bool { life != .app }
}
