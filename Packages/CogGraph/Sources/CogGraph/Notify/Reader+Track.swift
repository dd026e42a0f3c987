import CogArena
public import Observation

extension Reader {
    /// A property of an outside model, followed from now on (EXP-2).
    ///
    /// A change of it, on whatever thread, is followed by a system turn on the MainActor in which
    /// the running cog or reaction reads anew. A model that changes off the MainActor must let
    /// its value be read there, and must have changed by the time such a read returns.
    public func track<Model: Observable, Value>(
        _ model: Model, _ keyPath: KeyPath<Model, Value>
    ) -> Value {
        track { model[keyPath: keyPath] }
    }

    /// Whatever `read` reads of outside models, followed from now on (EXP-2).
    public func track<Value>(_ read: () -> Value) -> Value {
        guard let context = tracker.engine.frontEnd as? Context else { return read() }
        let (slot, serial) = (tracker.slot, tracker.runSerial)
        context.noteTracking(slot, serial)
        let (changes, run) = (context.modelChanges, ModelChanges.Run(slot: slot, serial: serial))
        return withObservationTracking(read) { [weak context] in
            guard changes.add(run) else { return }
            Task { @MainActor in context?.modelsChanged() }
        }
    }
}

extension Context {
    /// Remembers which run of a row follows models: what an earlier run followed is past.
    nonisolated func noteTracking(_ slot: Slot, _ serial: UInt32) {
        MainActor.assumeIsolated {
            trackings[slot] = serial
            engine.noteOutside(slot)
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
