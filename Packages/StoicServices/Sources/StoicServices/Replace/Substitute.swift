/// What stands in for a service in a test. Rule: SVC-15.
public struct Substitute<Value: Sendable>: Sendable {
    private let value: Value?

    /// A ready value, which nothing starts or stops.
    public static func value(_ value: Value) -> Substitute { Substitute(value: value) }

    /// No value: whatever needs the service starts, and reading it traps, naming the reader.
    public static var unimplemented: Substitute { Substitute(value: nil) }

    func provide(_ key: ServiceKey<Value>) -> Provide {
        guard let value else { return Provide(unimplemented: key.any) }
        return Provide(key, start: { _ in value })
    }
}

/// The value of a service that has none.
struct Unimplemented: Sendable {}

extension Provide {
    fileprivate init(unimplemented key: AnyServiceKey) {
        self.init(
            key: key, needs: [], startTimeout: .seconds(30), stopTimeout: nil,
            start: { _ in Unimplemented() }, stop: { _, _ in })
    }
}
