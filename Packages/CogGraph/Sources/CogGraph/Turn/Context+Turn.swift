import CogArena

/// A turn that waits for the running flush to end.
struct QueuedTurn {
    let name: String
    let cause: String?
    /// The mechanism or scope that asked for it.
    let owner: String?
    /// Says, at the execution point, whether the turn may still run.
    let isAdmitted: (@MainActor () -> Bool)?
    let work: TurnWork
}

/// What a turn does before it is settled.
enum TurnWork {
    case writes(@MainActor (inout Writer) -> Void)
    /// The graph's own: it writes no source.
    case system(@MainActor () -> Void)
    /// The start of the run that comes next in a row of async state, if it may.
    case start(AsyncRow)
}

@_spi(Mechanisms)
extension Context {
    /// Runs, joins or queues a turn.
    ///
    /// - Parameters:
    ///   - owner: The mechanism or scope that asks, for the history.
    ///   - isAdmitted: Asked when a queued turn's time comes; false drops it before its turn
    ///     starts.
    public func turn(
        _ name: String, owner: String? = nil,
        isAdmitted: @autoclosure () -> (@MainActor () -> Bool)? = nil,
        _ body: @escaping @MainActor (inout Writer) -> Void
    ) {
        if engine.isComputing { trapWriteWhileComputing(name) }
        switch phase {
        case .staging:
            var writer = Writer(context: self, turn: openTurn, name: openTurnName)
            body(&writer)
        case .flushing:
            queue.append(queued(name, owner, isAdmitted(), .writes(body)))
        case .idle:
            begin(name, cause: nil, owner, isSystem: false)
            write(name, body)
            drain()
        }
    }

    /// Runs a turn of one write at once, or lets it join; false, with nothing done, during a flush.
    ///
    /// Traps inside a selector or an equality rule.
    public func turnUnlessFlushing(
        _ name: String, owner: String? = nil, _ write: @MainActor (SoleWrite) -> Void
    ) -> Bool {
        if engine.isComputing { trapWriteWhileComputing(name) }
        switch phase {
        case .staging: write(SoleWrite(engine: engine, isTurn: false))
        case .flushing: return false
        case .idle:
            begin(name, cause: nil, owner, isSystem: false)
            let before = engine.revision
            write(SoleWrite(engine: engine, isTurn: true))
            if keepsHistory, engine.revision != before { noteChange() }
            end()
            drain()
        }
        return true
    }

    /// Runs work of the graph's own as a turn: now when idle, else after the running turn's flush,
    /// in the order asked (TURN-12).
    ///
    /// Traps inside a selector or an equality rule.
    func systemTurn(
        _ name: @autoclosure () -> String, owner: String? = nil, isAdmitted: (@MainActor () -> Bool)? = nil,
        _ work: @escaping @MainActor () -> Void
    ) {
        if engine.isComputing { trapWriteWhileComputing(name()) }
        if phase != .idle { return queue.append(queued(name(), owner, isAdmitted, .system(work))) }
        systemTurnNow(name(), owner: owner, work)
    }

    /// Runs work of the graph's own as a turn. The graph is idle.
    func systemTurnNow(_ name: @autoclosure () -> String, owner: String? = nil, _ work: () -> Void) {
        runSystem(name(), cause: nil, owner, work)
        drain()
    }

    private func runSystem(
        _ name: @autoclosure () -> String, cause: String?, _ owner: String?, _ work: () -> Void
    ) {
        begin(name(), cause: cause, owner, isSystem: true)
        work()
        commit()
        end()
    }

    private func queued(
        _ name: String, _ owner: String?, _ isAdmitted: (@MainActor () -> Bool)?, _ work: TurnWork
    ) -> QueuedTurn {
        QueuedTurn(
            name: name, cause: runningLabel, owner: owner, isAdmitted: isAdmitted, work: work)
    }

    @inline(never)
    private func trapWriteWhileComputing(_ name: String) -> Never {
        fatalError(
            """
            CogGraph: turn '\(name)' was asked for while \(engine.computingDescription ?? "a selector") \
            computes. Computing must not write; return a value, or write from an operation or a \
            reaction.
            """)
    }

    /// Runs a turn that waited, if it still may.
    private func run(_ turn: QueuedTurn) {
        if turn.isAdmitted?() == false { return }
        switch turn.work {
        case .writes(let body):
            begin(turn.name, cause: turn.cause, turn.owner, isSystem: false)
            write(turn.name, body)
        case .system(let body): runSystem(turn.name, cause: turn.cause, turn.owner, body)
        case .start(let row):
            guard mayStart(row) else { return }
            runSystem("pending \(row.label)", cause: turn.cause, nil) { start(row) }
        }
    }

    /// The name of a turn of the graph's own is put together where someone wants to know it.
    @inline(__always)
    private func begin(
        _ name: @autoclosure () -> String, cause: String?, _ owner: String?, isSystem: Bool
    ) {
        lastTurn = TurnID(rawValue: lastTurn.rawValue + 1)
        #if DEBUG
            noteInChain(name(), cause)
        #endif
        if keepsHistory { beginRecord(name(), cause: cause, owner, isSystem: isSystem) }
        phase = .flushing
    }

    private func write(_ name: String, _ body: @MainActor (inout Writer) -> Void) {
        openTurn = lastTurn
        openTurnName = name
        phase = .staging
        var writer = Writer(context: self, turn: openTurn, name: name)
        body(&writer)
        openTurn = .none
        phase = .flushing
        commit()
        end()
    }

    private func commit() {
        if engine.commit(), keepsHistory { noteChange() }
    }

    @inline(__always)
    private func end() {
        flush()
        if keepsHistory { endRecord() }
    }

    /// Runs work that is no turn itself once the running turn and all it caused is over.
    func afterTurn(_ work: @escaping @MainActor () -> Void) {
        queue.append(
            QueuedTurn(
                name: "", cause: nil, owner: nil,
                isAdmitted: {
                    work()
                    return false
                }, work: .system {}))
        engine.askForRest()
    }

    /// Runs what was queued, each turn whole before the next (TURN-7), then is idle.
    @inline(__always)
    func drain() {
        if queueHead < queue.count || engine.hasLeftovers { drainAll() }
        #if DEBUG
            chain.removeAll(keepingCapacity: true)
        #endif
        phase = .idle
        if !waiters.isEmpty { waiters.resume(.cameToRest) }
    }

    @inline(never)
    private func drainAll() {
        while true {
            if queueHead < queue.count { runQueued() }
            guard engine.hasLeftovers, !isComingToRest else { break }
            // Application code may run in a value's `deinit`, and ask for more.
            comeToRest()
            runRegistered()
        }
        guard queueHead > 0 else { return }
        queue.removeAll(keepingCapacity: true)
        queueHead = 0
    }

    private func runQueued() {
        while queueHead < queue.count {
            // Taken out of the list: what its closures hold last goes with it, and may ask for turns.
            guard let next = queue[queueHead].take() else { break }
            queueHead += 1
            if queueHead > 64, queueHead * 2 > queue.count {
                queue.removeFirst(queueHead)
                queueHead = 0
            }
            run(next)
        }
    }

    /// Settles, notifies, reacts, then lets go of what nobody needs (TURN-6).
    ///
    /// Everything hot is settled before anyone is told, and everyone outside is told before any
    /// reaction runs (REACT-4).
    @inline(__always)
    private func flush() {
        let told = engine.hasObserved ? engine.settleObserved() : 0
        let due = engine.hasWoken ? engine.settleWoken() : 0
        if told > 0 { notify(told) }
        if due > 0 { react(due) }
        if !registered.isEmpty { runRegistered() }
        if keepsHistory { noteTrace() }
        if engine.hasIdle { settleIdle() }
        if engine.hasReleases { releaseReplacedValues() }
    }

    /// Lets go of replaced values at a flush's tail. Application code may run in their `deinit`, and
    /// register what is to run there.
    func releaseReplacedValues() {
        if !closing.isEmpty { closeAsyncRows() }
        engine.releaseReplacedValues()
        while !registered.isEmpty {
            runRegistered()
            if !closing.isEmpty { closeAsyncRows() }
            engine.releaseReplacedValues()
        }
    }

    /// Writes quietly, for arranging a test: no turn, no reaction; dependents are marked, and
    /// the next turn settles them before reactions run.
    ///
    /// Traps inside a turn, a selector or a reaction.
    public func seed<R: CogWritable>(_ source: R, to value: R.Value) {
        guard phase == .idle, !engine.isComputing else {
            fatalError(
                "CogGraph: '\(source.address.label)' was seeded inside a turn, a selector or a reaction. "
                    + "Seed while the graph is idle, or write in a turn.")
        }
        let address = source.address
        engine.stage(value, in: address.family, address.key)
        _ = engine.commit()
        comeToRest()
    }
}
