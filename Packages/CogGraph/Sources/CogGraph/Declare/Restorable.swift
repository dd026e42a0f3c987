import CogArena

extension Cog.Manual where Value: Sendable {
    /// The same source, which snapshots take in (SNAP-1).
    ///
    /// Say it where the source is declared: it holds for the declaration, whatever reference it is said of.
    public func restorable() -> Cog.Manual {
        family.note = Restorer<Value, Unkeyed>()
        return self
    }
}

extension CogBox.Manual where Value: Sendable, Key: Sendable {
    /// The same box, whose sources snapshots take in (SNAP-1).
    ///
    /// Say it where the box is declared: it holds for the declaration, whatever reference it is said of.
    public func restorable() -> CogBox.Manual {
        family.note = Restorer<Value, Key>()
        return self
    }
}

/// Saves and restarts the rows of a declaration whose types are not known where that is asked for.
class AnyRestorer {
    func save(_ slot: Slot, in engine: Engine) -> any SavedSource { fatalError("overridden") }
    func stageStart(of slot: Slot, in engine: Engine) {}
}

final class Restorer<Value: Sendable, Key: Hashable & Sendable>: AnyRestorer {
    override func save(_ slot: Slot, in engine: Engine) -> any SavedSource {
        let family = family(of: slot, in: engine)
        return Saved(
            name: engine.name(of: slot), family: family, key: engine.key(at: slot, of: family),
            value: engine.value(at: slot, of: family))
    }

    override func stageStart(of slot: Slot, in engine: Engine) {
        engine.stageStart(at: slot, of: family(of: slot, in: engine))
    }

    private func family(of slot: Slot, in engine: Engine) -> Family<Value, Key> {
        unsafeDowncast(engine.family(of: slot), to: Family<Value, Key>.self)
    }
}
