/// A cost that is measured over a size: what it is called, what it is divided by, and how it is set up.
struct Series {
    enum Name: String, CaseIterable, Encodable {
        case touchOne = "touch-1"
        case touchHundred = "touch-100"
        case touchAll = "touch-all"
        case idle
        case hand

        case declare
        case key
        case close
        case discard
        case pass

        case reactAll = "react-all"
        case reactOne = "react-1"
        case tellAll = "tell-all"
        case cancel

        case readMany = "read-many"
        case readOthers = "read-others"
        case readShared = "read-shared"
        case chain

        case scopeIdle = "scope-idle"
        case scopeEach = "scope-each"

        /// All but the one that stands for the machine.
        static let inGraph = allCases.filter { $0 != .hand }

        /// What it is in words. Each cost is for one of what these count.
        var title: String {
            switch self {
            case .touchOne: "a turn that touches 1 of n rows"
            case .touchHundred: "a turn that touches 100 of n rows, each"
            case .touchAll: "a turn that touches all n rows, each"
            case .idle: "a turn beside n idle rows"
            case .hand: "by hand, without a graph: 1 of n rows"
            case .declare: "making n declarations with a row, each"
            case .key: "making n keyed rows, each"
            case .close: "closing a context of n rows, each"
            case .discard: "discarding n rows one by one, each"
            case .pass: "a row that comes and goes beside n others"
            case .reactAll: "a turn that wakes n reactions, each"
            case .reactOne: "a turn that wakes 1 of n reactions"
            case .tellAll: "a turn that tells UI of n rows, each"
            case .cancel: "cancelling n reactions one by one, each"
            case .readMany: "a body that reads n sources, each"
            case .readOthers: "a body that moves to n other sources, each"
            case .readShared: "a first run over n rows and what each of them read, each"
            case .chain: "a turn through a chain of n rows, each"
            case .scopeIdle: "a turn beside a collection of n scopes"
            case .scopeEach: "replacing n scopes of a collection, each"
            }
        }

        /// How many of what the series counts one operation costs.
        func units(_ size: Int) -> Int {
            switch self {
            case .touchOne, .idle, .hand, .pass, .reactOne, .scopeIdle: 1
            case .touchHundred: 100
            default: size
            }
        }
    }

    /// Curves that are drawn in one picture.
    enum Panel: String, CaseIterable {
        case turns = "Turns"
        case lives = "Making and letting go"
        case observers = "Observers"
        case edges = "Dependencies"
    }

    let name: Name
    let panel: Panel
    /// The largest size that it is measured at.
    var most = Int.max
    let prepare: @MainActor (_ size: Int) -> Trial

    static let sizes = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000]

    /// The sizes at which instructions are counted.
    static let counted = (few: 1_000, more: 30_000)

    @MainActor static var all: [Series] { turns + lives + observers + edges + scopes }
}

/// One size of a series, ready to run.
@MainActor
struct Trial {
    /// What is needed before each operation, and not measured.
    var reset: (() -> Void)?
    let run: (_ operation: Int) -> Int
    /// What the operation of this number gives.
    let expected: (_ operation: Int) -> Int
}
