/// The declaration of one service: what it needs, how it starts and how it stops.
///
/// `start` and `stop` run on tasks of the graph. Rules: seed, SVC-4, SVC-5.
public struct Provide: Sendable {
    let key: AnyServiceKey
    let needs: [AnyServiceKey]
    let startTimeout: Duration
    let stopTimeout: Duration?
    let start: @Sendable (Services) async throws -> any Sendable
    let stop: @Sendable (any Sendable, Exit) async throws -> Void

    /// Declares the service `key`.
    ///
    /// - Parameters:
    ///   - needs: The only services that `start` may read.
    ///   - startTimeout: When a start is cancelled and the run fails.
    ///   - stopTimeout: When a stop is cancelled; the run's default when `nil`.
    ///   - start: Makes the value once everything in `needs` has started.
    ///   - stop: Ends the value; told how the run ended.
    public init<Value: Sendable>(
        _ key: ServiceKey<Value>, needs: [AnyServiceKey] = [],
        startTimeout: Duration = .seconds(30), stopTimeout: Duration? = nil,
        start: @escaping @Sendable (Services) async throws -> Value,
        stop: @escaping @Sendable (Value, Exit) async throws -> Void = { _, _ in }
    ) {
        self.init(
            key: key.any, needs: needs, startTimeout: startTimeout, stopTimeout: stopTimeout,
            start: { try await start($0) },
            stop: { value, exit in
                guard let value = value as? Value else {
                    fatalError("Service “\(key.name)” holds \(value), not \(Value.self).")
                }
                try await stop(value, exit)
            })
    }

    init(
        key: AnyServiceKey, needs: [AnyServiceKey], startTimeout: Duration, stopTimeout: Duration?,
        start: @escaping @Sendable (Services) async throws -> any Sendable,
        stop: @escaping @Sendable (any Sendable, Exit) async throws -> Void
    ) {
        (self.key, self.needs) = (key, needs)
        (self.startTimeout, self.stopTimeout) = (startTimeout, stopTimeout)
        (self.start, self.stop) = (start, stop)
    }
}

/// Collects the services of a graph; `if`, `for` and arrays are allowed.
@resultBuilder
public enum ServicesBuilder {
    public static func buildExpression(_ service: Provide) -> [Provide] { [service] }
    public static func buildExpression(_ services: [Provide]) -> [Provide] { services }
    public static func buildBlock(_ parts: [Provide]...) -> [Provide] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [Provide]?) -> [Provide] { part ?? [] }
    public static func buildEither(first: [Provide]) -> [Provide] { first }
    public static func buildEither(second: [Provide]) -> [Provide] { second }
    public static func buildArray(_ parts: [[Provide]]) -> [Provide] { parts.flatMap { $0 } }
}
