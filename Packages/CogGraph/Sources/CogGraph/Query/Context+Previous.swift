import CogArena

// Of a box that says so, a key's state begins with what the state shows that had a success or began so
// last, as long as that one's row lives: nothing is kept for it that is not kept anyway.
extension Context {
    /// Takes note of a success.
    func notePrevious(_ shown: AnyObject, of row: AsyncRow) {
        row.extras?.shown = shown
        previous[ObjectIdentifier(row.plan)] = row.slot
    }

    /// What a key's state that begins shows, if another key's shows something. It hands that on in turn.
    func inherit(_ plan: AsyncPlan, _ slot: Slot) -> AnyObject? {
        guard let last = previous[ObjectIdentifier(plan)], let shown = asyncRows[last]?.extras?.shown,
            let row = asyncRows[slot]
        else { return nil }
        notePrevious(shown, of: row)
        return shown
    }

    func forgetPrevious(_ plan: ObjectIdentifier, at slot: Slot) {
        if previous[plan] == slot { previous[plan] = nil }
    }
}
