import CogArena

/// One graph's state: its arena, its turns, its reactions.
///
/// `Cogs` is the handle that owns it; mechanisms reach it without keeping it alive.
@_spi(Mechanisms)
@MainActor
public final class Context {
    let arena = Arena()
    let engine: Engine
    // Only the MainActor comes here, and no access to one of these lasts over a call of user code: the
    // checks would prove what is plain, at a tenth of a turn.
    @exclusivity(unchecked) var phase = Phase.idle
    @exclusivity(unchecked) var openTurn = TurnID.none
    @exclusivity(unchecked) var openTurnName = ""
    @exclusivity(unchecked) var lastTurn = TurnID.none
    /// Turns that wait, behind those that were taken out to run.
    @exclusivity(unchecked) var queue: [QueuedTurn?] = []
    @exclusivity(unchecked) var queueHead = 0
    var reactions: [Slot: Reaction] = [:]
    @exclusivity(unchecked) var registered: [Reaction] = []
    @exclusivity(unchecked) var exports: [Slot: Export] = [:]
    @exclusivity(unchecked) var audiences: [Audience] = []
    let scopeProbe = ScopeProbe()
    /// How many rows some UI has read.
    @exclusivity(unchecked) public internal(set) var boundaryCount = 0
    /// The run of each row that follows outside models.
    var trackings: [Slot: UInt64] = [:]
    var lastTracking: UInt64 = 0
    nonisolated let modelChanges = ModelChanges()
    /// What there is beside the rows of async states that wait for something.
    @exclusivity(unchecked) var asyncRows: [Slot: AsyncRow] = [:]
    /// Those of states that went, whose work is to be ended.
    @exclusivity(unchecked) var closing: [AsyncRow] = []
    var refreshing: Refreshing?
    /// The async states that bear a tag, by the order in which they began.
    var tagged: [AnyHashable: [Slot: UInt64]] = [:]
    var lastTagging: UInt64 = 0
    /// The state of a declaration that had a success last, or began with one, where new keys do.
    var previous: [ObjectIdentifier: Slot] = [:]
    /// How long a row is kept after it was last asked for, unless its declaration says.
    let grace: ClockSpan
    let clock: ContextClock
    var graces = Graces()
    var sleeper: Sleeper?
    /// The boxes with a capacity that something was asked of.
    var crowds: [ObjectIdentifier: Crowd] = [:]
    /// Those that are over it.
    var crowded: Set<ObjectIdentifier> = []
    var lastSleeper: UInt64 = 0
    var alarms = Alarms()
    var isComingToRest = false
    @exclusivity(unchecked) var waiters = Waiters()
    /// Kept by who runs it.
    @exclusivity(unchecked) var running: Unmanaged<Reaction>?
    #if DEBUG
        @exclusivity(unchecked) var chain: [ChainLink] = []
    #endif
    /// Who has scopes to show in a picture.
    public var picturesOfScopes: [@MainActor () -> [CogPicture.Scope]] = []
    private var closers: [@MainActor () -> Void] = []
    private var acknowledgers: [@MainActor () -> Void] = []
    public private(set) var isClosed = false
    let holdsProductionSlot: Bool
    var ring: TurnRing
    let keepsHistory: Bool
    #if canImport(os)
        var signposts = TurnSignposts()
    #endif
    /// The record of the turn under way, and whom what it tells of happened to.
    var record: TurnRecord?
    var happenings = Happenings()
    /// What reads did since the last turn, not named yet.
    var between = Trace()

    /// Receives warnings; standard error unless a tool or a test takes them.
    public var onDiagnostic: @MainActor (String) -> Void = Diagnostics.toStandardError

    /// - Parameters:
    ///   - grace: How long a row is kept after it was last asked for, unless its declaration says.
    ///   - clock: Measures graces, paces and freshness; the system's, which stands still while the machine sleeps,
    ///     unless given.
    ///   - history: How many of the latest turns are kept.
    public init(
        holdsProductionSlot: Bool, grace: Duration = .seconds(30),
        clock: (any Clock<Duration>)? = nil, history: CogHistory = .standard
    ) {
        engine = arena.engine
        self.holdsProductionSlot = holdsProductionSlot
        self.grace = ClockSpan(grace)
        self.clock = clock.map { ContextClock($0) } ?? .system
        ring = TurnRing(history)
        keepsHistory = ring.isOn
        engine.setTracing(keepsHistory)
        engine.setFrontEnd(self)
    }

    enum Phase {
        case idle
        /// A turn's body runs; what it writes is staged.
        case staging
        /// A turn is settled, notified and reacted to; turns asked for wait.
        case flushing
    }

    public func peek<R: CogReadable>(_ reference: R) -> R.Value {
        let address = reference.address
        var value = engine.peek(address.family, address.key)
        if engine.hasLeftovers, restAfterRead() {
            value = engine.peek(address.family, address.key)
            // A demand again, whose grace begins now and not when something else happens.
            if engine.hasLeftovers { _ = restAfterRead() }
        }
        return value
    }

    /// A read outside any turn lets go at once of what it made superfluous, and runs the turns of the
    /// work that it made selectors choose.
    ///
    /// - Returns: Whether turns ran, so that the value may be another one now.
    func restAfterRead() -> Bool {
        guard phase == .idle, !engine.isComputing else { return false }
        let last = lastTurn
        comeToRest()
        return lastTurn != last
    }

    /// Hands the message of a cycle to `take` instead of trapping (GRAPH-4). What the closing
    /// read answers with, and that all recovers later, is `Engine.setCycleHook`'s promise.
    ///
    /// - Parameters:
    ///   - standIns: Values for cogs that are computed for the first time.
    ///   - take: Must not use the context.
    public func onCycle(
        standingIn standIns: [Any], _ take: @escaping @MainActor (String) -> Void
    ) {
        engine.setCycleHook(
            standingIn: standIns, Carried(take).unisolated(as: ((String) -> Void).self))
    }

    /// Adds what teardown runs, the last added first, before reactions end.
    public func onClose(_ closer: @escaping @MainActor () -> Void) {
        if isClosed { closer() } else { closers.append(closer) }
    }

    /// Adds what runs once teardown is over.
    public func afterClose(_ acknowledge: @escaping @MainActor () -> Void) {
        if isClosed { acknowledge() } else { acknowledgers.append(acknowledge) }
    }

    /// Ends everything: mechanisms' scopes, then exports and reactions, then async work and the
    /// sleeper, and last lets go of every value, here rather than where the last reference happens to be dropped
    /// (CTX-3). Idempotent.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        while let closer = closers.popLast() { closer() }
        for slot in exports.keys.sorted(by: isLater) { exports.removeValue(forKey: slot)?.finish() }
        // Ended last first too: what their rows hold is released in the opposite order.
        for slot in reactions.keys.sorted(by: isLater).reversed() {
            guard let reaction = reactions.removeValue(forKey: slot) else { continue }
            reaction.isCancelled = true
            if !reaction.isRunning { engine.release(slot) }
        }
        registered = []
        queue = []
        queueHead = 0
        trackings = [:]
        engine.releaseReplacedValues()
        closing += asyncRows.values
        asyncRows = [:]
        tagged = [:]
        previous = [:]
        closeAsyncRows()
        endSleeper()
        graces.removeAll()
        crowds = [:]
        crowded = []
        alarms.removeAll()
        picturesOfScopes = []
        waiters.resumeAll()
        audiences = []
        boundaryCount = 0
        engine.setCycleHook(nil)
        arena.removeAll()
        if holdsProductionSlot { Cogs.isAssembled = false }
        let done = acknowledgers
        acknowledgers = []
        for acknowledge in done { acknowledge() }
    }

    /// Whether one reaction or export was registered after another.
    private func isLater(_ slot: Slot, _ other: Slot) -> Bool {
        engine.ticket(of: slot) > engine.ticket(of: other)
    }
}
