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
        return withObservationTracking(read) { [weak context] in
            Task { @MainActor in context?.modelChanged(slot, serial) }
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

    func modelChanged(_ slot: Slot, _ serial: UInt32) {
        guard !isClosed, trackings[slot] == serial else { return }
        trackings[slot] = nil
        guard engine.readsOutside(slot) else { return }
        systemTurn("track \(engine.describe(slot))") { [self] in engine.markStale(slot) }
    }
}
