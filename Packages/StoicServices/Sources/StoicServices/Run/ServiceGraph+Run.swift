extension ServiceGraph {
    /// Starts the services, runs `body` in the caller's isolation, and stops them in reverse.
    ///
    /// The body runs on a task of its own. When the caller is cancelled, a signal of `stoppingOn`
    /// comes or a service's work fails, that task is cancelled, while the caller's own is left as
    /// it is; the run then waits for the body, also if it ignores that. Stops run whatever ended
    /// the body, shielded from cancellation, within `exitBudget`, unless code blocks every thread
    /// of the cooperative pool. Reading services past their stop traps; see ``Services``.
    ///
    /// A run inside a service, in a task that inherits the task-local values of the service's
    /// start or stop, gets no more time than is left of that service's stop.
    ///
    /// With `stoppingOn`, the first signal ends the start-up or the body with the cause
    /// `.signal`, a second one cancels the running stop and cuts the budget to `grace`, and a
    /// third exits the process at once. An error that leaves `main` crashes the process, this one too: a
    /// command-line tool catches `RunCancelled`, and exits with 128 plus the number of its signal.
    ///
    /// A stop that fails or hangs does not make a run fail: where the body returned, the observer alone is
    /// told of it, as it happens and in the report, with the warnings. Print at least the report.
    ///
    /// - Parameters:
    ///   - exitBudget: The most all stops may take together.
    ///   - stopTimeout: How long one stop may take before it is cancelled, unless its service says otherwise.
    ///   - grace: How long a cancelled start or stop is waited for before it is abandoned.
    ///   - stopOrder: Whether independent services stop one after another or together.
    ///   - stoppingOn: Signals that end the run. Their handling is put back afterwards.
    ///   - forcedExitCode: The exit code of a third signal; 128 plus its number when `nil`.
    ///   - clock: Measures all limits; the default does not count machine sleep.
    ///   - executor: Runs the graph's tasks, and the body when its caller is on no actor. A serial
    ///     one makes the order of events depend on the services and the clock alone.
    ///   - observer: Told every transition as it happens, in order, and the report last. It
    ///     must not block: the run goes on when it returns.
    /// - Returns: what `body` returns, whatever ended it.
    /// - Throws: the body's error; `ServiceGraphError.startFailed`; `RunCancelled` when a signal
    ///   or failed work came first and the body answered with `CancellationError` or never began;
    ///   `CancellationError` when the caller was cancelled before the body began.
    ///
    /// Traps when a signal cannot be handled, as SIGKILL. Complexity: O(services + needs).
    /// Rules: SVC-4, SVC-5, SVC-7, SVC-10, SVC-12, SVC-17.
    public func run<R>(
        exitBudget: Duration = .seconds(30), stopTimeout: Duration = .seconds(10),
        grace: Duration = .seconds(1), stopOrder: StopOrder = .sequential,
        stoppingOn signals: Set<Signal> = [],
        forcedExitCode: Int32? = nil, clock: any Clock<Duration> = SuspendingClock(),
        executor: (any TaskExecutor)? = nil,
        observer: @escaping @Sendable (ServiceEvent) -> Void = { _ in },
        isolation: isolated (any Actor)? = #isolation,
        _ body: nonisolated(nonsending) (Services) async throws -> R
    ) async throws -> R {
        try Task.checkCancellation()
        let limits = RunLimits(
            exitBudget: exitBudget, stopTimeout: stopTimeout, grace: grace, stopOrder: stopOrder)
        let shell = RunShell(
            label: label, machine: RunMachine(plan: plan, limits: limits), clock: RunClock(clock),
            executor: executor, observer: observer)
        running.add(shell)
        defer { running.remove(shell) }
        let ladder = SignalLadder(forcedExitCode: forcedExitCode)
        let restore =
            signals.isEmpty
            ? nil : SignalHub.shared.listen(to: signals) { ladder.climb($0, shell) }
        defer { restore?() }
        let leave = StopScope.current?.enter { shell.send(.enclosed($0)) }
        defer { leave?() }
        return try await withTaskCancellationHandler {
            guard await shell.begin() else { throw shell.errorBeforeBody }
            var outcome: Result<R, any Error>?
            await BodyTask.run(isolation: isolation, executor: executor, adopt: shell.adopt) {
                _ = isolation
                do { outcome = .success(try await body(shell.services)) } catch {
                    outcome = .failure(error)
                }
            }
            switch outcome {
            case .success(let value):
                await shell.end(nil)
                return value
            case .failure(let error):
                await shell.end(error)
                throw shell.errorAfterBody(error)
            case nil: fatalError("The body of “\(label)” did not run.")
            }
        } onCancel: {
            shell.send(.cancelled(.caller))
        }
    }
}

extension RunShell {
    /// Why there was no body: what ended the run first in time.
    fileprivate var errorBeforeBody: any Error {
        if let failure {
            return ServiceGraphError.startFailed(
                service: plan.services[failure.index].key, error: failure.error, report: report)
        }
        return cancellation ?? CancellationError()
    }

    /// A cancellation that the caller knows nothing of is told with its cause.
    fileprivate func errorAfterBody(_ error: any Error) -> any Error {
        error is CancellationError ? cancellation ?? error : error
    }

    private var cancellation: RunCancelled? {
        guard case .cancelled(let cause)? = reason, cause != .caller else { return nil }
        return RunCancelled(cause: cause, error: workFailure, report: report)
    }
}
