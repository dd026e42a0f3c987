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
    private(set) var work: (@Sendable (any Sendable) async throws -> Void)?
    private(set) var restart = RestartPolicy.never

    /// Declares the service `key`.
    ///
    /// - Parameters:
    ///   - needs: The only services that `start` may read, each as `key.any`.
    ///   - startTimeout: How long the start may take; then it is cancelled, and the run fails.
    ///   - stopTimeout: How long the stop may take before it is cancelled; the run's default when `nil`.
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
            stop: { try await stop(Self.value($0, of: key), $1) })
    }

    /// Declares the service `key` with long-running work, supervised by the graph.
    ///
    /// The work begins once the service has started, and is cancelled and awaited, within the
    /// time of the service's stop, before `stop` is called. Work that returns is not a failure.
    /// Work that throws and may not be restarted any more ends the run with
    /// `CancellationCause.workFailed`, and everything still stops in order. Rule: SVC-12.
    ///
    /// - Parameters:
    ///   - needs: The only services that `start` may read, each as `key.any`.
    ///   - startTimeout: How long the start may take; then it is cancelled, and the run fails.
    ///   - stopTimeout: How long the stop may take before it is cancelled; the run's default when `nil`.
    ///   - restart: Whether work that ended is begun again.
    ///   - start: Makes the value once everything in `needs` has started.
    ///   - run: The work, on a task of the graph.
    ///   - stop: Ends the value after the work has ended; told how the run ended.
    public init<Value: Sendable>(
        _ key: ServiceKey<Value>, needs: [AnyServiceKey] = [],
        startTimeout: Duration = .seconds(30), stopTimeout: Duration? = nil,
        restart: RestartPolicy = .never,
        start: @escaping @Sendable (Services) async throws -> Value,
        run: @escaping @Sendable (Value) async throws -> Void,
        stop: @escaping @Sendable (Value, Exit) async throws -> Void = { _, _ in }
    ) {
        self.init(
            key, needs: needs, startTimeout: startTimeout, stopTimeout: stopTimeout, start: start,
            stop: stop)
        self.restart = restart
        work = { try await run(Self.value($0, of: key)) }
    }

    private static func value<Value>(_ value: any Sendable, of key: ServiceKey<Value>) -> Value {
        guard let value = value as? Value else {
            fatalError("Service “\(key.name)” holds \(value), not \(Value.self).")
        }
        return value
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
