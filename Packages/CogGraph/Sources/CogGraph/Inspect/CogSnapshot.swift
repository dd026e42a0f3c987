import CogArena

/// The values of an app's restorable sources at one moment (SNAP-1).
///
/// It is a value like any other: it may be kept, sent to another isolation, and restored in any context
/// that uses the same declarations. It keeps those, and no context.
public struct CogSnapshot: Sendable {
    let sources: [any SavedSource]

    /// How many sources it holds.
    public var count: Int { sources.count }
}

extension CogSnapshot: CustomStringConvertible {
    /// A line for each source, by name.
    public var description: String { sources.map(\.line).sorted().joined(separator: "\n") }
}

/// One source's value, to be written where the source may not have a row.
protocol SavedSource: Sendable {
    var line: String { get }

    /// Writes the value in the turn whose body runs.
    func stage(in engine: Engine) -> Slot
}

// The family is used on the MainActor alone; elsewhere it is only copied or dropped.
struct Saved<Value: Sendable, Key: Hashable & Sendable>: SavedSource, @unchecked Sendable {
    let name: String
    let family: Family<Value, Key>
    let key: Key
    let value: Value

    var line: String { "\(name): \(value)" }

    func stage(in engine: Engine) -> Slot {
        engine.stage(value, in: family, key)
        return engine.slot(of: family, key)
    }
}
