@_spi(Mechanisms)
extension Context {
    /// The latest turns, the oldest first (HIST-1).
    public var history: [TurnRecord] { ring.all }

    /// Begins the record of a turn, if any is kept.
    @inline(never)
    func beginRecord(_ name: String, cause: String?, _ owner: String?, isSystem: Bool) {
        engine.setTracing(true)
        let begun = TurnRecord(
            number: lastTurn.rawValue, name: name, cause: cause, owner: owner, isSystem: isSystem)
        record = begun
        #if canImport(os)
            signposts.begin(begun)
        #endif
    }

    /// Notes that the turn under way changed something.
    @inline(never)
    func noteChange() { record?.isUnchanged = false }

    @inline(never)
    func noteRun(of reaction: Reaction) { record?.reactions.append(reaction.label) }

    /// Takes into the record what ran so far, before rows that did are released.
    func noteTrace() {
        guard keepsHistory, record != nil else { return }
        let trace = engine.takeTrace()
        record?.written += trace.written
        record?.recomputed += trace.ran
    }

    func endRecord() {
        guard keepsHistory else { return }
        noteTrace()
        engine.setTracing(false)
        guard let ended = record else { return }
        record = nil
        ring.append(ended)
        #if canImport(os)
            signposts.end(ended)
        #endif
    }
}

extension Cogs {
    /// The latest turns, the oldest first; how many are kept was said at assembly (HIST-1).
    public var history: [TurnRecord] { context.history }
}
