/// A program of mechanisms whose scopes come and go, as a value.
///
/// Every program is valid, whatever is taken away from it: what an action names and does not find, it
/// passes over. So a program that fails can be made shorter.
public struct ScopeProgram: Hashable, Sendable {
    /// Where the program came from, for whoever wants it again.
    public let seed: UInt64
    /// What each mechanism registers while it is assembled.
    public var mechanisms: [[Plan]] = []
    /// What is done from outside, one after another, each followed by the tasks it made ready.
    public var steps: [Action] = []

    public init(seed: UInt64) { self.seed = seed }

    /// How often actions may ask for something in one step: two reactions that wake each other end.
    static let fuel = 16
}

/// State that a program reads: four kinds of sources, and what is computed of a number, of each kind two,
/// where every write of the second counts as a change; and one async state, by its value, by its status,
/// and by whether it loads.
public enum Place: Hashable, Sendable {
    case flag(Int)
    case id(Int)
    case list(Int)
    case number(Int)
    case odd(Int)
    case above(Int)
    case upTo(Int)
    case page
    case status
    case loading

    var label: String {
        switch self {
        case .flag(let k): "flag\(k)"
        case .id(let k): "id\(k)"
        case .list(let k): "list\(k)"
        case .number(let k): "number\(k)"
        case .odd(let k): "odd\(k)"
        case .above(let k): "above\(k)"
        case .upTo(let k): "upTo\(k)"
        case .page: "page"
        case .status: "page.status"
        case .loading: "loading"
        }
    }

    /// Whether an equal write is a change.
    var takesEveryWrite: Bool {
        switch self {
        case .flag(let k), .id(let k), .list(let k), .number(let k): k == 1
        default: false
        }
    }
}

/// A source and what a turn writes to it: a flag's one number, an identity's one or none, a list's
/// members.
public struct Write: Hashable, Sendable {
    public let source: Place
    public let value: [Int]
}

/// What a controller is given to register, or a body to do.
public indirect enum Plan: Hashable, Sendable {
    case watch(Place, runsAtOnce: Bool, [Action])
    case run([Place], [Action])
    /// A task that waits until it is cancelled; what it does then, at once and when it goes on.
    case task(cancelled: [Action], after: [Action])
    /// A value that a reaction holds, and that acts when it goes.
    case parting([Action])
    /// A scope: a flag opens one, an identity another for each, a list one for each member.
    case scope(Place, [Plan])
    case act(Action)
}

/// Through whose controller something is asked for.
public enum Via: Hashable, Sendable {
    /// The one of the scope that the callback belongs to; from outside the context's own handle.
    case own
    /// One of all that were ever given out, retired ones too.
    case held(Int)
}

public indirect enum Action: Hashable, Sendable {
    case turn(Via, [Write], inside: [Action])
    case register(Via, Plan)
    /// Asks whether a controller lives, and reads through it if it does.
    case probe(Via)
    case discard(Via, Place)
    /// Refreshes the async state, unless the controller has retired.
    case refresh(Via)
    /// Ends a run of the async state, by the order in which they began: with a value, or nil for an error.
    /// A step of its own, or nothing.
    case land(Int, Int?)
    /// Lets go of the context's handle: teardown follows as a job of its own.
    case drop
}
