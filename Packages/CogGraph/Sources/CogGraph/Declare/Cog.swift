public import CogArena

/// State computed from other state: an automatic cog.
///
/// Declaring runs nothing; the selector runs when the value is first demanded (DECL-4), and
/// again when it is demanded after something it read changed. A declaration may be a global,
/// a static or a local `let`; its descriptor lives while a reference to it or a row of it
/// does (DECL-8). References are plain values that may cross isolations; reading happens on
/// the MainActor.
///
/// Reading a cog without a value runs the selectors of all cogs without one that it depends on
/// inside one another; a chain of some thousands that the stack has no room for traps (GRAPH-3).
/// Once they have values, chains of any length settle.
@frozen
public struct Cog<Value>: CogReadable {
    @usableFromInline let family: Family<Value, Unkeyed>

    @inlinable
    public var address: CogAddress<Value, Unkeyed> {
        CogAddress(family: family, key: Unkeyed())
    }

    @inlinable
    init<Equality: ValueEquality>(
        label: FamilyLabel, lifetime: CogLifetime, equality: Equality,
        selector: @escaping @MainActor (inout Reader) -> Value
    ) where Equality.Value == Value {
        family = Family(
            derived: label, equality: equality, isReleasable: true,
            annotation: LifetimePolicy.policy(lifetime),
            computation: Selection(
                select: Carried(selector).unisolated(as: ((inout Reader) -> Value).self)))
    }

    /// Declares state computed by `selector`, with every recomputation taken as a change.
    ///
    /// - Parameters:
    ///   - name: Names the cog in messages; by default its file and line.
    ///   - lifetime: When it may be released; by default while nothing observes it.
    ///   - selector: Reads what the value depends on through its reader.
    @inlinable
    public init(
        name: String? = nil, lifetime: CogLifetime = .whileObserved,
        file: StaticString = #fileID, line: UInt = #line,
        _ selector: @escaping @MainActor (inout Reader) -> Value
    ) {
        self.init(
            label: FamilyLabel(name, file, line), lifetime: lifetime, equality: NeverEqual(),
            selector: selector)
    }

    /// Declares state computed by `selector`; `==` tells a recomputation from a change.
    @inlinable
    public init(
        name: String? = nil, lifetime: CogLifetime = .whileObserved,
        file: StaticString = #fileID, line: UInt = #line,
        _ selector: @escaping @MainActor (inout Reader) -> Value
    ) where Value: Equatable {
        self.init(
            label: FamilyLabel(name, file, line), lifetime: lifetime,
            equality: StandardEquality(), selector: selector)
    }

    /// Declares state computed by `selector`; `equals` tells a recomputation from a change.
    ///
    /// - Parameter equals: Looks at nothing but its arguments: a read inside it traps (DECL-7).
    @inlinable
    public init(
        name: String? = nil, lifetime: CogLifetime = .whileObserved,
        equals: @escaping @MainActor (Value, Value) -> Bool, file: StaticString = #fileID, line: UInt = #line,
        _ selector: @escaping @MainActor (inout Reader) -> Value
    ) {
        self.init(
            label: FamilyLabel(name, file, line), lifetime: lifetime,
            equality: EqualByFunction(Carried(equals).unisolated(as: ((Value, Value) -> Bool).self)),
            selector: selector)
    }
}

// The family's closures and its memo are used on the MainActor alone; a reference elsewhere
// only copies or drops it.
extension Cog: @unchecked Sendable {}
