/// A plain model of one context: dictionaries and lists, and no cleverness.
///
/// It has no marks: whoever is asked for a value asks all it read whether they changed. It has no
/// queue of graces: where the graph is at rest it looks at every row.
///
/// In which order the notices of one turn come, no rule says: each comes when all is settled, so that
/// whoever is told sees the same in any order, and Observation itself tells those who wait for one state
/// in no order. There the model follows the graph, and says who is told, how often, and before what.
final class Model {
    let program: Program
    let rules: ModelRules
    let contextGrace = 30
    let settlesBeforeDrawing: Bool
    var revision: UInt64 = 0
    var now = 0
    var rows: [RowID: Row] = [:]
    /// Reactions and exports, in the order registered.
    var watchers: [Watcher] = []
    var registrations: [Watcher] = []
    var registered: [Watcher] = []
    var running: Watcher?
    /// What outside models hold.
    var models = [Int](repeating: 0, count: Program.models)
    var views: [View] = []
    var exports: [Export] = []
    var phase = Phase.idle
    var queue: [Waiting] = []
    var staged: [(row: RowID, value: Int)] = []
    /// What each relic does when it goes; the source's first value does nothing.
    var relics: [[Action]] = [[]]
    /// Relics that were replaced and have not gone yet.
    var replaced: [Int] = []
    var lastTurn: UInt64 = 0
    var chain = 0
    var record: Entry?
    var history: [Entry] = []
    var events: [Event] = []
    var oracle = Oracle()
    /// What the model found wrong with itself.
    var complaint: String?

    enum Phase { case idle, staging, flushing }

    init(_ program: Program, _ rules: ModelRules) {
        self.program = program
        self.rules = rules
        settlesBeforeDrawing = program.settlesBeforeDrawing
    }

    /// One life of one row.
    final class Row {
        var value: Int?
        var changedAt: UInt64 = 0
        var checkedAt: UInt64 = 0
        var dependencies: [RowID] = []
        /// The outside models that its latest run followed, until one changed.
        var follows: Set<Int> = []
        /// Whether one of those changed since.
        var isStale = false
        var boundary: Boundary?
        /// When its grace ends; zero for a row that was never asked for.
        var deadline = 0
        var isDemanded = false
    }

    final class Boundary {
        var toldAt: UInt64 = 0
        var trackings: [Tracking] = []
    }

    /// One drawing of a view, told once of the first change of what it showed.
    final class Tracking {
        let view: Int
        var isOver = false
        init(view: Int) { self.view = view }
    }

    final class View {
        let plan: ViewPlan
        var redraws: Int
        init(_ plan: ViewPlan) {
            self.plan = plan
            redraws = plan.redraws
        }
    }

    final class Watcher {
        let label: String
        let owner: String?
        let plan: ReactionPlan?
        var dependencies: [RowID] = []
        var follows: Set<Int> = []
        var isStale = false
        var checkedAt: UInt64 = 0
        var isCancelled = false
        var isRunning = false
        var runs = 0
        /// How many runs acted so far.
        var acts = 0
        /// The run in which it first registered another; -1 once it was warned of.
        var registeringRun = 0
        var last: Int?
        var export: Export?

        init(label: String, owner: String?, plan: ReactionPlan?) {
            self.label = label
            self.owner = owner
            self.plan = plan
        }
    }

    final class Export {
        let row: RowID
        let buffering: Buffering
        var waiting: [Int] = []
        /// Whether its first value was taken.
        var isBegun = false
        /// Whether it was dropped, and its lease ends when all else is done.
        var isAbandoned = false
        var isOver = false
        init(row: RowID, buffering: Buffering) {
            self.row = row
            self.buffering = buffering
        }
    }

    /// A turn that waits.
    struct Waiting {
        let name: String
        let cause: String?
        let owner: String?
        let work: Work
    }

    enum Work {
        case body([Action])
        case set(RowID, Int)
        case discard(RowID)
        /// Rows and reactions compute anew, though nothing that they read changed.
        case stale([RowID], [Watcher])
    }

    /// In which order the graph told views, where the rules leave that open.
    struct Oracle {
        var noticed: [UInt64: [String]] = [:]
        var told: [Int] = []
        /// In which order it let relics go.
        var released: [Int] = []
    }

    func declaration(_ row: RowID) -> Declaration {
        row == .relic ? Self.relic : program.declarations[row.declaration]
    }

    private static let relic = Declaration(
        kind: .source(start: 0), isKeyed: false, life: .app, equality: .none)

    func name(_ row: RowID) -> String { program.name(of: row) }
}
