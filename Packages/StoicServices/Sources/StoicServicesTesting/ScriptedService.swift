import StoicServices

/// A service whose start and stop end when and how a test says.
///
/// Its start and stop suspend until the test ends them. When they are cancelled they throw
/// `CancellationError`, or go on when the service is made to ignore that. Each is ended once;
/// later endings are without effect. Safe from any isolation. Rule: SVC-15.
public final class ScriptedService<Value: Sendable>: Sendable {
    /// The declaration to put into a graph, or to replace a service with.
    public let provide: Provide

    private let startStage: Stage<Void, Value>
    private let stopStage: Stage<Exit, Void>

    /// Makes the script of the service `key`.
    ///
    /// - Parameters:
    ///   - needs: The services that have to start before it.
    ///   - startTimeout: When its start is cancelled.
    ///   - stopTimeout: When its stop is cancelled; the run's default when `nil`.
    ///   - ignoresCancellation: Whether its start and stop go on when they are cancelled.
    public init(
        _ key: ServiceKey<Value>, needs: [AnyServiceKey] = [],
        startTimeout: Duration = .seconds(30), stopTimeout: Duration? = nil,
        ignoresCancellation: Bool = false
    ) {
        let startStage = Stage<Void, Value>(ignoresCancellation: ignoresCancellation)
        let stopStage = Stage<Exit, Void>(ignoresCancellation: ignoresCancellation)
        (self.startStage, self.stopStage) = (startStage, stopStage)
        provide = Provide(
            key, needs: needs, startTimeout: startTimeout, stopTimeout: stopTimeout,
            start: { _ in try await startStage.play(()) },
            stop: { _, exit in try await stopStage.play(exit) })
    }

    /// Waits until the start has begun.
    public func startBegan() async { await startStage.began.wait() }

    /// Waits until the start was cancelled.
    public func startCancelled() async { await startStage.cancelled.wait() }

    /// Ends the start with a value or an error, now or as soon as it begins.
    public func endStart(_ result: Result<Value, any Error>) { startStage.ended.happen(result) }

    /// Waits until the stop has begun.
    ///
    /// - Returns: what the stop was told.
    @discardableResult
    public func stopBegan() async -> Exit { await stopStage.began.wait() }

    /// Waits until the stop was cancelled.
    public func stopCancelled() async { await stopStage.cancelled.wait() }

    /// Ends the stop well or with an error, now or as soon as it begins.
    public func endStop(_ result: Result<Void, any Error> = .success(())) {
        stopStage.ended.happen(result)
    }
}

/// One suspended operation: what it was given, and how it ends.
private struct Stage<Input: Sendable, Output: Sendable>: Sendable {
    let began = Moment<Input>()
    let cancelled = Moment<Void>()
    let ended = Moment<Result<Output, any Error>>()
    let ignoresCancellation: Bool

    func play(_ input: Input) async throws -> Output {
        began.happen(input)
        return try await withTaskCancellationHandler {
            try await ended.wait().get()
        } onCancel: {
            cancelled.happen(())
            if !ignoresCancellation { ended.happen(.failure(CancellationError())) }
        }
    }
}
