import CogArena

/// How a cog of `Equatable` values tells a change (DECL-7): by `==`, but a value that is itself a
/// floating-point number takes NaN as equal to NaN, so that a NaN does not count as a change for ever.
@frozen
@usableFromInline
struct StandardEquality<Value: Equatable>: ValueEquality {
    @usableFromInline let takesNaN: Bool

    @inlinable
    init() { takesNaN = isFloatingPoint(Value.self) }

    @inlinable
    func areEqual(_ old: Value, _ new: Value) -> Bool {
        old == new || takesNaN && old != old && new != new
    }
}

@usableFromInline
func isFloatingPoint(_ type: Any.Type) -> Bool {
    type is any FloatingPoint.Type || type is any OptionalNumber.Type
}

private protocol OptionalNumber {}

extension Optional: OptionalNumber where Wrapped: FloatingPoint {}

/// Carries a MainActor function where the engine can call it. Engine and user code run on the
/// MainActor alone: every way in is isolated to it. The two function types differ in isolation
/// only, which is no part of their representation; inside a struct neither is reabstracted.
@frozen
@usableFromInline
struct Carried<Function> {
    @usableFromInline let call: Function

    @inlinable
    init(_ call: Function) { self.call = call }

    @inlinable
    func unisolated<Plain>(as: Plain.Type) -> Plain {
        unsafeBitCast(self, to: Carried<Plain>.self).call
    }
}
