import CogArena

extension Context {
    /// A row of a box with a capacity was asked for, or left by who watched it.
    func enterCrowd(_ slot: Slot, _ terms: LifetimePolicy.Terms) {
        guard let capacity = terms.capacity else { return }
        let family = engine.family(of: slot)
        guard family.isKeyed else { return }
        let id = ObjectIdentifier(family)
        if crowds[id]?.family !== family {
            crowds = crowds.filter { $0.value.family != nil }
            crowds[id] = Crowd(of: family, terms, capacity: capacity)
        }
        let count = engine.rowCount(of: family)
        crowds[id]?.enter(slot)
        crowds[id]?.sweep(living: count) { [engine] in engine.contains($0) }
        if count > capacity { crowded.insert(id) }
    }

    /// A row was left by what computed from it, in a grace that it still has. It may have come up while it
    /// had that reader.
    func reenterCrowd(_ slot: Slot) {
        guard let family = engine.contains(slot) ? engine.family(of: slot) : nil else { return }
        let id = ObjectIdentifier(family)
        guard let crowd = crowds[id], crowd.family === family, !crowd.contains(slot) else { return }
        enterCrowd(slot, crowd.terms)
    }

    /// Lets go of rows of boxes that are over their capacity, those first that were asked for least
    /// recently. What an owner keeps is passed over: when it is left it comes in again.
    func thinCrowds() {
        for id in crowded {
            guard let crowd = crowds[id], let family = crowd.family else { continue }
            var excess = engine.rowCount(of: family) - crowd.capacity
            while excess > 0, let slot = crowds[id]?.popFirst() {
                guard isUnowned(slot) else { continue }
                let status = crowd.terms.areAsyncValues ? engine.dependencies(of: slot).first : nil
                guard release(slot) else { continue }
                excess -= 1
                // A refresh was a demand of the status alone, and began a grace of its own.
                if let status, isUnowned(status) { release(status) }
            }
        }
        crowded = []
    }
}

#if DEBUG
    extension Context {
        /// Says once of each box that its keys never repeat, so that each asking makes a state of its own.
        func warnOfUnstableKeys() {
            for label in engine.takeUnstable() {
                onDiagnostic(
                    """
                    CogGraph: '\(label)' was asked for 1,000 different keys or more, and for none of them \
                    again. A key that is made where it is used (a UUID, a date, an object) makes new state \
                    at each read; use one that stays the same.
                    """)
            }
        }
    }
#endif
