import CogArena

@_spi(Mechanisms)
extension Context {
    /// Adds a reaction that a pace holds back: `deliver` gets the value it got last, or the one at the
    /// first run, and the current one.
    ///
    /// What is held back is delivered in a turn of its own, by a run like any other; it holds no value
    /// meanwhile but the one delivered last. Ending the reaction ends the wait.
    ///
    /// - Parameters:
    ///   - deliversFirst: Whether the first run delivers its value as both, whatever the pace.
    ///   - adopt: Is given the reaction before it first runs.
    @discardableResult
    public func register<Value>(
        _ label: String, pace: CogPace, endsByItself: Bool = false, deliversFirst: Bool,
        adopting adopt: (Reaction) -> Void = { _ in },
        reading read: @escaping @MainActor (inout Reader) -> Value,
        _ deliver: @escaping @MainActor (Value, Value) -> Void
    ) -> Reaction {
        var delivered: Value?
        var isDue = false
        let pacer = Pacer(pace, in: self)
        func begin(_ reaction: Reaction) {
            reaction.pacer = pacer
            pacer.act = { [weak self, weak reaction] in
                guard let self, let reaction, !reaction.isCancelled else { return }
                systemTurn("pace \(label)") { [self] in
                    isDue = true
                    engine.markStale(reaction.slot)
                }
            }
            adopt(reaction)
        }
        return register(label, endsByItself: endsByItself, adopting: begin) { c in
            let value = read(&c)
            guard let last = delivered else {
                delivered = value
                guard deliversFirst else { return }
                pacer.noteGone()
                return deliver(value, value)
            }
            if isDue { pacer.noteGone() } else if !pacer.mayGo() { return }
            isDue = false
            delivered = value
            deliver(last, value)
        }
    }
}
