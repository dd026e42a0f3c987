/// The started services that one reader declared.
///
/// Reading a key outside the reader's `needs` traps. Rule: SVC-3.
public struct Services: Sendable {
    let reader: AnyServiceKey?
    let values: [AnyServiceKey: any Sendable]

    /// The value of `key`. Traps when the reader did not declare it. Complexity: O(1).
    public subscript<Value>(key: ServiceKey<Value>) -> Value {
        if let value = values[key.any] as? Value { return value }
        guard let reader else {
            fatalError(
                "The body reads service “\(key.name)” (\(Value.self)), which the graph does not "
                    + "provide. Add `Provide(ServiceKey<\(Value.self)>(\"\(key.name)\"), …)`.")
        }
        fatalError(
            "Service “\(reader)” reads “\(key.name)” without declaring it. Add "
                + "`ServiceKey<\(Value.self)>(\"\(key.name)\").any` to `needs` of “\(reader)”.")
    }
}
