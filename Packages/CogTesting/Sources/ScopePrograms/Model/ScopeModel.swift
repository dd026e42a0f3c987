/// What a program is to show, from rules alone: no graph, only lists.
@MainActor
final class ScopeModel {
    let program: ScopeProgram
    var values: [Place: [Int]] = [:]
    var account = Account()
    /// All that were ever opened, in the order of their opening.
    var scopes: [ModelScope] = []
    var mechanisms: [ModelScope] = []
    /// Those that can be woken, in the order they were registered.
    var reactions: [ModelReaction] = []
    /// First runs that wait for the running flush's tail.
    var registered: [ModelReaction] = []
    var queue: [Waiting] = []
    /// Values whose reactions ended, until the flush lets go of them.
    var leaving: [ModelParting] = []
    var jobs: [Job] = []
    /// Cancelled tasks, which go on one by one when no job is left.
    var cancelled: [ModelTask] = []
    var phase = Phase.idle
    var staged: [(source: Place, value: [Int])] = []
    var running: String?
    var turns: UInt64 = 0
    var record: Turn?
    var fuel = 0
    var tasks = 0
    var partings = 0
    var hasHandle = true
    /// The step's own frame holds the handle until it is over.
    var isHeldByStep = false
    var isClosed = false
    var page = ModelPage()
    /// The runs of the async state that began, in order.
    var begun: [ModelRun] = []
    /// By the order in which their handles were given out: not before the turn that one is.
    var refreshes: [ModelRefresh] = []

    enum Phase { case idle, staging, flushing }

    enum Job {
        case begin(ModelTask)
        case work(ModelRun)
        case close
    }

    struct Waiting {
        var turn: Turn
        let isAdmitted: () -> Bool
        let body: () -> Void
    }

    init(_ program: ScopeProgram) {
        self.program = program
        for k in 0..<2 {
            values[.flag(k)] = [0]
            values[.id(k)] = []
            values[.list(k)] = []
            values[.number(k)] = [0]
        }
    }

    func value(_ place: Place) -> [Int] {
        switch place {
        case .odd(let k): [value(.number(k))[0] % 2]
        case .above(let k): value(.number(k))[0] > 1 ? value(.number(k)) : []
        case .upTo(let k): Array(0..<value(.number(k))[0])
        case .page: [page.value]
        case .status: page.status
        case .loading: [page.isLoading ? 1 : 0]
        default: values[place] ?? []
        }
    }

    /// The value of every place that can be read.
    var allValues: [Place: [Int]] {
        let places: [Place] =
            [.page, .loading]
            + (0..<2).flatMap { k in
                [.flag(k), .id(k), .list(k), .number(k), .odd(k), .above(k), .upTo(k)]
            }
        return Dictionary(uniqueKeysWithValues: places.map { ($0, value($0)) })
    }

    func begin() -> Account {
        during {
            for (index, plans) in program.mechanisms.enumerated() {
                let scope = ModelScope(name: "M\(index)", number: scopes.count)
                scopes.append(scope)
                mechanisms.append(scope)
                for plan in plans { register(plan, on: scope) }
            }
        }
        return take()
    }

    func perform(_ step: Action) -> Account {
        if case .land(let run, let value) = step {
            fuel = ScopeProgram.fuel
            land(run, value)
            runJobs()
            return take()
        }
        during { perform(step, own: nil) }
        return take()
    }

    func finish() -> Account {
        fuel = ScopeProgram.fuel
        drop()
        runJobs()
        return take()
    }

    private func during(_ work: () -> Void) {
        fuel = ScopeProgram.fuel
        let hadHandle = hasHandle
        isHeldByStep = hadHandle
        work()
        isHeldByStep = false
        if hadHandle, !hasHandle { jobs.append(.close) }
        runJobs()
    }

    private func take() -> Account {
        noteWork()
        account.live = scopes.map { !$0.isRetired }
        account.goneAtClose.sort()
        defer { account = Account() }
        return account
    }

    func drop() {
        guard hasHandle else { return }
        hasHandle = false
        if !isHeldByStep { jobs.append(.close) }
    }

    private func runJobs() {
        while true {
            if !jobs.isEmpty {
                switch jobs.removeFirst() {
                case .begin(let task): begin(task)
                case .work(let run): begin(run)
                case .close: close()
                }
            } else if !cancelled.isEmpty {
                let task = cancelled.removeFirst()
                account.note("task \(task.number) goes on")
                for action in task.after { perform(action, own: task.scope) }
            } else {
                return
            }
        }
    }

    private func begin(_ task: ModelTask) {
        if task.isCancelled {
            account.note("task \(task.number) begins cancelled")
            for action in task.after { perform(action, own: task.scope) }
        } else {
            account.note("task \(task.number) begins")
            task.isWaiting = true
        }
    }

    /// Every scope loses its rights, and then each ends, the last mechanism's first.
    private func close() {
        isClosed = true
        for scope in mechanisms { scope.revoke() }
        for scope in mechanisms.reversed() { tearDown(scope) }
        for parting in leaving { account.goneAtClose.append(parting.number) }
        leaving = []
        reactions = []
        releasePage()
    }
}

@MainActor
final class ModelScope {
    let name: String
    let number: Int
    var children: [ModelScope] = []
    var isRetired = false
    var reactions: [ModelReaction] = []
    var tasks: [ModelTask] = []

    init(name: String, number: Int) {
        self.name = name
        self.number = number
    }

    func revoke() {
        isRetired = true
        for child in children { child.revoke() }
    }
}

@MainActor
final class ModelReaction {
    let label: String
    let reads: [Place]
    let parting: ModelParting?
    let body: @MainActor () -> Void
    var isCancelled = false
    var hasRun = false

    init(
        _ label: String, reads: [Place], parting: ModelParting? = nil, _ body: @escaping @MainActor () -> Void
    ) {
        self.label = label
        self.reads = reads
        self.parting = parting
        self.body = body
    }
}

struct ModelParting {
    let number: Int
    let scope: ModelScope
    let actions: [Action]
}

@MainActor
final class ModelTask {
    let number: Int
    let scope: ModelScope
    let cancelled: [Action]
    let after: [Action]
    var isCancelled = false
    /// Whether it has begun and not gone on.
    var isWaiting = false

    init(_ number: Int, _ scope: ModelScope, _ cancelled: [Action], _ after: [Action]) {
        self.number = number
        self.scope = scope
        self.cancelled = cancelled
        self.after = after
    }
}
