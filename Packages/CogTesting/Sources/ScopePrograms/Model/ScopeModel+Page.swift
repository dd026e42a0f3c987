/// What there is of the async state: one row of its status, and those of what is computed from it.
struct ModelPage {
    var isThere = false
    var hasValueRow = false
    var hasLoadingRow = false
    /// Counts its lives.
    var life = 0
    var kind = 0
    var value = -1
    var hasSucceeded = false
    var isLoading = true
    /// Whether the turn under way published a status.
    var isPublished = false
    /// Chosen and not started.
    var waiting: ModelRun?
    /// Started, and its result counts.
    var active: ModelRun?

    var status: [Int] { [kind, value, hasSucceeded ? 1 : 0, isLoading ? 1 : 0, kind == 2 ? 1 : 0] }
}

/// One run of the async state.
@MainActor
final class ModelRun {
    /// The refresh that forced it.
    let refresh: ModelRefresh?
    var isCancelled = false
    /// Whether what came of it was taken; nil until it ended.
    var counted: Bool?

    init(refresh: ModelRefresh?) { self.refresh = refresh }
}

@MainActor
final class ModelRefresh {
    var outcome = "waits"
}

extension ScopeModel {
    /// What a read makes: the state, chosen once, and the row that it is read by.
    func demand(_ place: Place) {
        switch place {
        case .page: page.hasValueRow = true
        case .loading: page.hasLoadingRow = true
        case .status: break
        default: return
        }
        if !page.isThere { choose(refresh: nil) }
    }

    /// A scope that retires takes no refresh back: its handle says what came of the run.
    func refresh(_ owner: String?) {
        let refresh = ModelRefresh()
        ask(Turn(name: "refresh page", owner: owner, isSystem: true), if: { true }) { [self] in
            choose(refresh: refresh)
            start()
        }
        refreshes.append(refresh)
    }

    private func choose(refresh: ModelRefresh?) {
        account.note("choose")
        page.isThere = true
        if let old = page.waiting { resolve(old, "superseded") }
        page.waiting = ModelRun(refresh: refresh)
        let life = page.life
        wait(
            Turn(name: "pending page", owner: nil, isSystem: true),
            if: { [self] in
                page.life == life && page.waiting != nil
            }, start)
    }

    private func start() {
        guard let run = page.waiting else { return }
        page.waiting = nil
        if page.kind != 0 || !page.isLoading {
            page.kind = 0
            page.isLoading = true
            page.isPublished = true
        }
        if let old = page.active {
            resolve(old, "superseded")
            old.isCancelled = true
        }
        page.active = run
        jobs.append(.work(run))
    }

    /// Work that was cancelled before its turn never begins.
    func begin(_ run: ModelRun) {
        guard !run.isCancelled else { return }
        account.note("run \(begun.count) begins")
        begun.append(run)
    }

    func land(_ index: Int, _ value: Int?) {
        guard begun.indices.contains(index), begun[index].counted == nil else { return }
        let run = begun[index]
        run.counted = page.active === run
        guard page.active === run else { return }
        page.active = nil
        let name = value == nil ? "failure page" : "success page"
        ask(Turn(name: name, owner: nil, isSystem: true), if: { true }) { [self] in
            page.kind = value == nil ? 2 : 1
            page.isLoading = false
            page.isPublished = true
            if let value {
                page.value = value
                page.hasSucceeded = true
            }
            resolve(run, value.map { "\($0)" } ?? "failed")
        }
    }

    /// Rows go that no reaction reads, and the state with its last row. Time stands still, so what nobody
    /// reads any more keeps what it read.
    func discardPage() {
        let read = Set(reactions.filter { $0.hasRun && !$0.isCancelled }.flatMap(\.reads))
        if !read.contains(.page) { page.hasValueRow = false }
        if !page.hasValueRow, !page.hasLoadingRow, !read.contains(.status) { releasePage() }
    }

    func releasePage() {
        for run in [page.waiting, page.active] {
            guard let run else { continue }
            resolve(run, "released")
            run.isCancelled = true
        }
        page = ModelPage(life: page.life + 1)
    }

    private func resolve(_ run: ModelRun, _ outcome: String) {
        run.refresh?.outcome = outcome
    }

    func noteWork() {
        account.refreshes = refreshes.map(\.outcome)
        account.work = begun.map { run in
            let fate = run.counted.map { $0 ? "taken" : "refused" } ?? "open"
            return run.isCancelled ? "\(fate), cancelled" : fate
        }
    }
}
