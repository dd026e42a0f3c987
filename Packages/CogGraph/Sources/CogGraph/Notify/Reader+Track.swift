import CogArena
public import Observation

extension Reader {
    /// A property of an outside model, followed from now on (EXP-2).
    ///
    /// A change of it, on whatever thread, is followed by a system turn on the MainActor in which
    /// the running cog or reaction reads anew. Observation tells of a change before the new value is
    /// stored, and of nothing when it is. A model that changes on the MainActor alone has stored by then.
    /// One that changes elsewhere must keep reads on the MainActor waiting from its notice to its store,
    /// as a lock held around both does; if it lets one in between, that read has the old value, and the
    /// new one is seen with the model's next change or the reader's next run.
    ///
    /// Observation keeps a registration for each run until the model changes. What runs often should
    /// read the model through a cog of its own, which runs only when the model changes.
    public func track<Model: Observable, Value>(
        _ model: Model, _ keyPath: KeyPath<Model, Value>
    ) -> Value {
        track { model[keyPath: keyPath] }
    }

    /// Whatever `read` reads of outside models, followed from now on (EXP-2).
    public func track<Value>(_ read: () -> Value) -> Value {
        guard let context = tracker.engine.frontEnd as? Context else { return read() }
        let slot = tracker.slot
        let serial = context.noteTracking(slot)
        let (changes, run) = (context.modelChanges, ModelChanges.Run(slot: slot, serial: serial))
        return withObservationTracking(read) { [weak context] in
            guard changes.add(run) else { return }
            Task { @MainActor in context?.modelsChanged() }
        }
    }
}

extension Context {
    /// Numbers the runs that follow models: what a row's earlier run followed is past.
    nonisolated func noteTracking(_ slot: Slot) -> UInt64 {
        MainActor.assumeIsolated {
            // The mark goes when the row runs again.
            if engine.readsOutside(slot), let serial = trackings[slot] { return serial }
            lastTracking += 1
            trackings[slot] = lastTracking
            engine.noteOutside(slot)
            return lastTracking
        }
    }

    /// A row or reaction that goes follows nothing any more.
    func forgetTracking(of slot: Slot) {
        if !trackings.isEmpty { trackings[slot] = nil }
    }

    /// Lets all that followed what changed compute anew, in one turn.
    func modelsChanged() {
        var due: [Slot] = []
        for run in modelChanges.takeAll() where trackings[run.slot] == run.serial {
            trackings[run.slot] = nil
            if engine.readsOutside(run.slot) { due.append(run.slot) }
        }
        guard !isClosed, !due.isEmpty else { return }
        let names = due.map { engine.describe($0) }.sorted().joined(separator: ", ")
        systemTurn("track \(names)") { [self] in
            for slot in due { engine.markStale(slot) }
        }
    }
}
