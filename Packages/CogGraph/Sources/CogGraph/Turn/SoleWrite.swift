public import CogArena

/// The write of a turn that makes no other, or that joins the turn whose body runs.
@frozen
public struct SoleWrite {
    @usableFromInline let engine: Engine
    /// Whether the turn is this write.
    @usableFromInline let isTurn: Bool

    @inlinable
    init(engine: Engine, isTurn: Bool) {
        self.engine = engine
        self.isTurn = isTurn
    }

    @inlinable
    @inline(__always)
    func write<R: CogWritable>(_ value: R.Value, to source: R) {
        if isTurn {
            engine.publish(value, in: source.address.family, source.address.key)
        } else {
            engine.stage(value, in: source.address.family, source.address.key)
        }
    }
}
