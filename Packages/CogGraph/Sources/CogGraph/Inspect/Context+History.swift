import CogArena

@_spi(Mechanisms)
extension Context {
    /// The latest turns, the oldest first (HIST-1).
    public var history: [TurnRecord] { ring.all.map(\.record) }

    /// Begins the record of a turn, if any is kept.
    @inline(never)
    func beginRecord(_ name: String, cause: String?, _ owner: String?, isSystem: Bool) {
        // Named later: a key's description may be application code, and the turn has not begun.
        between += engine.takeTrace()
        let begun = TurnRecord(
            number: lastTurn.rawValue, name: name, cause: cause, owner: owner, isSystem: isSystem)
        record = begun
        happenings = Happenings()
        #if canImport(os)
            signposts.begin(begun)
        #endif
    }

    /// Notes that the turn under way changed something.
    @inline(never)
    func noteChange() { record?.isUnchanged = false }

    @inline(never)
    func noteRun(of reaction: Reaction) {
        record?.reactions.append(reaction.label)
        noteTerminal(reaction.slot, named: reaction.label)
    }

    /// Notes which sequences of values are about to be offered one, among the due watchers.
    @inline(never)
    func noteOffers(_ due: Int) {
        for index in 0..<due {
            let slot = engine.dueWatcher(index)
            if exports[slot] != nil { noteTerminal(slot, named: engine.name(of: slot)) }
        }
    }

    /// Notes that a watcher is about to run, in the turn under way or outside of any.
    @inline(never)
    func noteTerminal(_ slot: Slot, named name: String) {
        let named = Happenings.Named(name: name, fact: engine.runToCome(of: slot))
        if record != nil {
            happenings.terminals.append(named)
        } else {
            ring.noteLater(Happenings(terminals: [named]))
        }
    }

    @inline(never)
    func noteNotice(of slot: Slot) {
        let name = engine.name(of: slot)
        record?.noticed.append(name)
        happenings.noticed.append(Happenings.Named(name: name, fact: slot))
    }

    /// Takes into the record what ran so far, before rows that did are released.
    func noteTrace() {
        guard keepsHistory, record != nil else { return }
        nameBetween()
        let new = named(engine.takeTrace())
        record?.written += new.written.map(\.name)
        record?.recomputed += new.recomputed.map(\.name)
        happenings += new
    }

    func endRecord() {
        guard keepsHistory else { return }
        noteTrace()
        guard let ended = record else { return }
        record = nil
        ring.append(KeptTurn(record: ended, happenings: happenings))
        happenings = Happenings()
        #if canImport(os)
            signposts.end(ended)
        #endif
    }

    /// Takes in what happened up to now, in the turn under way or since the last.
    func catchUp() {
        guard keepsHistory else { return }
        if record != nil { return noteTrace() }
        between += engine.takeTrace()
        nameBetween()
    }

    private func nameBetween() {
        if between.isEmpty { return }
        let trace = between
        between = Trace()
        ring.noteLater(named(trace))
    }

    /// Less the rows that were released meanwhile.
    private func named(_ trace: Trace) -> Happenings {
        var happenings = Happenings()
        for write in trace.writes where engine.contains(write.slot) {
            let kept = Happenings.Write(
                slot: write.slot, before: write.before, after: engine.keepableValue(of: write.slot),
                isChange: write.isChange)
            happenings.written.append(.init(name: engine.name(of: write.slot), fact: kept))
        }
        for run in trace.runs where engine.contains(run.slot) {
            happenings.recomputed.append(.init(name: engine.name(of: run.slot), fact: run))
        }
        return happenings
    }
}

extension Cogs {
    /// The latest turns, the oldest first; how many are kept was said at assembly (HIST-1).
    public var history: [TurnRecord] { context.history }
}
