/// The started services that one reader declared.
///
/// A factory's `Services` holds what is in its `needs`; the body's holds everything. It may be
/// kept and read later, from any isolation. Rules: seed, SVC-3.
public struct Services: Sendable {
    let reader: ServiceReader

    /// The value of `key`.
    ///
    /// Traps when the reader did not declare `key`, naming the line to add, and when the
    /// stop of `key` has begun, unless the reader was abandoned. Complexity: O(1).
    public subscript<Value>(key: ServiceKey<Value>) -> Value {
        guard let position = reader.positions[key.any] else {
            fatalError(reader.undeclared(key))
        }
        switch reader.read(position) {
        case .value(let value as Value): return value
        case .value(is Unimplemented):
            fatalError(
                "\(reader) reads service “\(key.name)”, which this graph leaves unimplemented. "
                    + "Give it a value: `graph.replacing(key) { … }`.")
        case .value, .missing:
            fatalError("\(reader) reads service “\(key.name)”, which has not started.")
        case .stopBegan:
            fatalError(
                "\(reader) reads service “\(key.name)” after its stop began. End that use first: "
                    + "in the body, or in the stop of a service that needs “\(key.name)”.")
        }
    }
}
