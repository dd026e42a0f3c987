import CogArena

/// One chosen run of one async state: what it will do, what it runs in, and who waits for it.
///
/// Its task holds it, and it holds its row while what comes of it counts; the row holds the context weakly.
/// So work that never ends keeps nothing of the context alive (ASYNC-11).
@MainActor
@usableFromInline
final class AsyncRun {
    enum State {
        case waiting, active, over
    }

    // As in a context: only the MainActor comes here, and no access lasts over a call of user code.
    let generation: Generation
    /// What it will do, until it begins.
    @exclusivity(unchecked) var work: WorkBody?
    @exclusivity(unchecked) var state = State.waiting
    /// The row as long as the run is under way.
    @exclusivity(unchecked) var row: AsyncRow?
    @exclusivity(unchecked) var task: Task<Void, Never>?
    /// Who waits for what comes of it.
    @exclusivity(unchecked) @usableFromInline var refresh: RefreshEnd?
    /// Whether more than one value may come of it.
    @usableFromInline let isStream: Bool
    /// How often it failed since its latest value.
    @exclusivity(unchecked) var failures = 0
    /// Whether what came of it last counted.
    @exclusivity(unchecked) var isCounted = false
    // Its neighbours in the one list that it is in.
    @exclusivity(unchecked) var next: AsyncRun?
    @exclusivity(unchecked) unowned(unsafe) var previous: AsyncRun?
    // What tools know it by, and where it is among those that they may ask for.
    @exclusivity(unchecked) var taskID = 0
    @exclusivity(unchecked) var place: Int?

    init(_ generation: Generation, _ work: WorkBody?) {
        self.generation = generation
        self.work = work
        isStream = work?.isStream == true
    }

    /// Nothing that comes of it counts any more.
    func end() {
        state = .over
        row = nil
        task = nil
    }

    /// Says that other work took its place, or that its state went.
    func resolve(_ verdict: RefreshEnd.Verdict) {
        if let refresh = refresh.take() { refresh.reach(verdict) }
    }
}

extension AsyncRun: @MainActor Equatable {
    @usableFromInline
    static func == (a: AsyncRun, b: AsyncRun) -> Bool { a === b }
}
