/// Services that need each other, checked before anything starts. Rules: seed, SVC-2.
public struct ServiceGraph: Sendable {
    public let label: String
    let plan: ServicePlan

    /// Checks the services. Complexity: O(services + needs).
    ///
    /// - Throws: every problem of the graph at once, in declaration order.
    public init(
        label: String, @ServicesBuilder _ services: () -> [Provide]
    ) throws(ServiceGraphError) {
        self.label = label
        plan = try ServicePlan(services())
    }

    /// An order in which every service comes after what it needs.
    public var startOrder: [AnyServiceKey] { plan.order.map { plan.services[$0].key } }

    /// Starts the services, runs `body` in the caller's isolation, and stops them in reverse.
    ///
    /// - Parameters:
    ///   - exitBudget: The most all stops may take together.
    ///   - stopTimeout: When one stop is cancelled, unless its service says otherwise.
    ///   - grace: How long a cancelled start or stop is waited for before it is abandoned.
    ///   - observer: Told the report once everything has ended.
    /// - Throws: the body's error; `startFailed`; `CancellationError` when cancelled before the
    ///   body began. Rules: SVC-4, SVC-5, SVC-7.
    public nonisolated(nonsending) func run<R>(
        exitBudget: Duration = .seconds(30), stopTimeout: Duration = .seconds(10),
        grace: Duration = .seconds(1), clock: any Clock<Duration> = SuspendingClock(),
        observer: @Sendable (ServiceReport) -> Void = { _ in },
        _ body: nonisolated(nonsending) (Services) async throws -> R
    ) async throws -> R {
        try Task.checkCancellation()
        let machine = RunMachine(
            plan: plan, exitBudget: exitBudget, stopTimeout: stopTimeout, grace: grace)
        let shell = RunShell(machine: machine, clock: clock)
        let services = await withTaskCancellationHandler {
            await shell.start()
        } onCancel: {
            Task { await shell.send(.cancelled(.caller)) }
        }
        guard let services else {
            let report = await shell.report
            observer(report)
            guard let failure = await shell.failure else { throw CancellationError() }
            throw ServiceGraphError.startFailed(
                service: plan.services[failure.index].key, error: failure.error, report: report)
        }
        do {
            let result = try await body(services)
            await shell.perform(.bodyEnded(Task.isCancelled ? .cancelled(.caller) : .completed))
            observer(await shell.report)
            return result
        } catch {
            let isCancellation = Task.isCancelled && error is CancellationError
            await shell.perform(.bodyEnded(isCancellation ? .cancelled(.caller) : .failed(error)))
            observer(await shell.report)
            throw error
        }
    }
}
