/// Performs what the machine decides; user code runs on tasks of its own, never in here.
actor RunShell {
    private var machine: RunMachine
    private let clock: any Clock<Duration>
    private var values: [AnyServiceKey: any Sendable] = [:]
    private var starts: [Int: Task<Void, Never>] = [:]
    private var stops: [Int: Task<Void, Never>] = [:]
    private var timers: [RunMachine.Timer: Task<Void, Never>] = [:]
    private var waiter: CheckedContinuation<Void, Never>?
    private var isReady = false

    init(machine: RunMachine, clock: any Clock<Duration>) {
        (self.machine, self.clock) = (machine, clock)
    }

    var failure: (index: Int, error: any Error)? { machine.failure }
    var report: ServiceReport { machine.report }

    /// Starts everything; nil when the run ended, and was rolled back, before its body.
    func start() async -> Services? {
        await perform(.begin)
        return machine.phase == .done ? nil : Services(reader: nil, values: values)
    }

    /// Handles `event` and waits for the machine's next `runBody` or `finish`.
    func perform(_ event: RunMachine.Event) async {
        isReady = false
        send(event)
        if isReady { return }
        await withCheckedContinuation { waiter = $0 }
    }

    func send(_ event: RunMachine.Event) {
        for action in machine.handle(event) { perform(action) }
    }

    private func started(_ index: Int, _ value: any Sendable) {
        values[machine.plan.services[index].key] = value
        send(.started(index))
    }

    private func perform(_ action: RunMachine.Action) {
        switch action {
        case .start(let index):
            let service = machine.plan.services[index]
            let needed = Set(service.needs)
            var visible: [AnyServiceKey: any Sendable] = [:]
            for need in needed { visible[need] = values[need] }
            let services = Services(reader: service.key, values: visible)
            starts[index] = Task.detached {
                do { await self.started(index, try await service.start(services)) } catch {
                    await self.send(.startThrew(index, error))
                }
            }
        case .cancelStart(let index): starts[index]?.cancel()
        case .stop(let index, let exit):
            let service = machine.plan.services[index]
            guard let value = values[service.key] else { return }
            stops[index] = Task.detached {
                do {
                    try await service.stop(value, exit)
                    await self.send(.stopped(index, nil))
                } catch { await self.send(.stopped(index, error)) }
            }
        case .cancelStop(let index): stops[index]?.cancel()
        case .arm(let timer, let duration):
            let clock = clock
            timers[timer] = Task.detached {
                do { try await clock.sleep(for: duration) } catch { return }
                await self.send(.fired(timer))
            }
        case .disarm(let timer): timers.removeValue(forKey: timer)?.cancel()
        case .runBody, .finish:
            isReady = true
            waiter?.resume()
            waiter = nil
        }
    }
}
