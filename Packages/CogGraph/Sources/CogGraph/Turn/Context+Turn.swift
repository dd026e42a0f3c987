/// A turn that waits for the running flush to end.
struct QueuedTurn {
    let name: String
    let cause: String?
    /// Says, at the execution point, whether the turn may still run.
    let isAdmitted: (@MainActor () -> Bool)?
    let body: @MainActor (inout Writer) -> Void
}

@_spi(Mechanisms)
extension Context {
    /// Runs, joins or queues a turn.
    ///
    /// - Parameter isAdmitted: Asked when a queued turn's time comes; false drops it before
    ///   its turn starts.
    public func turn(
        _ name: String, isAdmitted: (@MainActor () -> Bool)? = nil,
        _ body: @escaping @MainActor (inout Writer) -> Void
    ) {
        if engine.isComputing { trapWriteWhileComputing(name) }
        switch phase {
        case .staging:
            var writer = Writer(context: self, turn: openTurn, name: openTurnName)
            body(&writer)
        case .flushing:
            queue.append(
                QueuedTurn(name: name, cause: running?.label, isAdmitted: isAdmitted, body: body))
        case .idle:
            run(name, cause: nil, body)
            drain()
        }
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

    private func run(
        _ name: String, cause: String?, _ body: @MainActor (inout Writer) -> Void
    ) {
        lastTurn = TurnID(rawValue: lastTurn.rawValue + 1)
        openTurn = lastTurn
        openTurnName = name
        noteInChain(name, cause)
        phase = .staging
        var writer = Writer(context: self, turn: openTurn, name: name)
        body(&writer)
        openTurn = .none
        phase = .flushing
        flush()
    }

    /// Runs what was queued, each turn whole before the next (TURN-7), then is idle.
    func drain() {
        while queueHead < queue.count {
            let next = queue[queueHead]
            queueHead += 1
            if queueHead > 64, queueHead * 2 > queue.count {
                queue.removeFirst(queueHead)
                queueHead = 0
            }
            if next.isAdmitted?() == false { continue }
            run(next.name, cause: next.cause, next.body)
        }
        queue.removeAll(keepingCapacity: true)
        queueHead = 0
        chain.removeAll(keepingCapacity: true)
        phase = .idle
    }

    /// Settles, then reacts, then releases what was replaced (TURN-6).
    private func flush() {
        _ = engine.commit()
        woken.removeAll(keepingCapacity: true)
        engine.takeWoken(into: &woken)
        var due = 0
        for slot in woken where engine.needsRun(slot) {
            woken[due] = slot
            due += 1
        }
        for index in 0..<due {
            if let reaction = reactions[woken[index]] { react(reaction) }
        }
        runRegistered()
        engine.releaseReplacedValues()
    }

    /// Writes quietly, for arranging a test: no turn, no reaction; dependents are marked, and
    /// the next turn settles them before reactions run.
    ///
    /// Traps inside a turn, a selector or a reaction.
    public func seed<R: CogWritable>(_ source: R, to value: R.Value) {
        guard phase == .idle, !engine.isComputing else {
            fatalError(
                "CogGraph: seed was called inside a turn, a selector or a reaction. Seed while "
                    + "the graph is idle, or write in a turn.")
        }
        let address = source.address
        engine.stage(value, in: address.family, address.key)
        _ = engine.commit()
        engine.releaseReplacedValues()
    }
}
