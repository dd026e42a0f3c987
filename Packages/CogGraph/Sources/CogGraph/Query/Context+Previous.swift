import CogArena

// Of a box that says so, a key's state begins with what the state shows that had a success or began so
// last, as long as that one's row lives: nothing is kept for it that is not kept anyway.
extension Context {
    /// Takes note of a success.
    func notePrevious<Value>(_ value: Value, of row: AsyncRow<Value>, at slot: Slot) {
        guard row.plan.keepPrevious, asyncRows[slot] === row else { return }
        row.extras(of: Value.self)?.shown = value
        previous[ObjectIdentifier(row.plan)] = slot
    }

    /// What a key's state that begins shows, if another key's shows something. It hands that on in turn.
    func inherit<Value>(_ plan: AsyncPlan<Value>, _ slot: Slot) -> Value? {
        guard let last = previous[ObjectIdentifier(plan)],
            let shown = asyncRow(at: last, of: Value.self)?.extras(of: Value.self)?.shown,
            let row = asyncRow(at: slot, of: Value.self)
        else { return nil }
        row.extras(of: Value.self)?.shown = shown
        previous[ObjectIdentifier(plan)] = slot
        return shown
    }

    func forgetPrevious(_ plan: ObjectIdentifier, at slot: Slot) {
        if previous[plan] == slot { previous[plan] = nil }
    }
}
