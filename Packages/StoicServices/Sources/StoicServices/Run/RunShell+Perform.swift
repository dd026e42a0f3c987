extension RunShell {
    func perform(_ action: RunMachine.Action) {
        switch action {
        case .start(let index): start(index)
        case .cancelStart(let index): state.withLock { $0.tasks.start(index) }?.cancel()
        case .stop(let index, let exit, let deadline): stop(index, exit, until: deadline)
        case .cancelStop(let index): state.withLock { $0.tasks.stop(index) }?.cancel()
        case .work(let index): work(index)
        case .cancelWork(let index): state.withLock { $0.tasks.work(index) }?.cancel()
        case .abandon(let index):
            state.withLock { state in
                state.tasks.abandon(index)
                return state.services[index]?.reader
            }?.abandon()
        case .arm(let timer, let deadline): arm(timer, deadline)
        case .disarm(let timer): state.withLock { $0.tasks.disarm(timer) }?.cancel()
        case .runBody: resumeWaiter()
        case .cancelBody:
            state.withLock { state in
                state.tasks.isBodyCancelled = true
                return state.tasks.body
            }?.cancel()
        case .tell(let event): observer(event)
        case .finish:
            observer(ServiceEvent(time: state.withLock { $0.machine.now }, kind: .report(report)))
            resumeWaiter()
        }
    }

    private func start(_ index: Int) {
        let service = plan.services[index]
        let reader = ServiceReader(
            key: service.key,
            positions: Dictionary(
                uniqueKeysWithValues: plan.needs[index].map { (plan.services[$0].key, $0) }),
            values: values)
        let scope = StopScope(clock: clock)
        let task = spawn {
            do {
                let value = try await StopScope.$current.withValue(scope) {
                    try await service.start(Services(reader: reader))
                }
                self.values.store(value, at: index)
                self.send(.started(index))
            } catch {
                self.send(.startThrew(index, error))
            }
        }
        state.withLock { state in
            state.services[index] = (reader, scope)
            state.tasks.addStart(index, task)
        }
    }

    private func work(_ index: Int) {
        let service = plan.services[index]
        guard let work = service.work, case .value(let value) = values.read(index, evenIfStopped: true)
        else { return }
        let scope = state.withLock { $0.services[index]?.scope }
        let task = spawn {
            do {
                try await StopScope.$current.withValue(scope) { try await work(value) }
                self.send(.workEnded(index, nil))
            } catch {
                self.send(.workEnded(index, error))
            }
        }
        state.withLock { $0.tasks.addWork(index, task) }
    }

    private func stop(_ index: Int, _ exit: Exit, until deadline: Duration) {
        let (scope, work) = state.withLock { ($0.services[index]?.scope, $0.tasks.work(index)) }
        guard let value = values.beginStop(index), let scope else { return }
        scope.begin(until: deadline)
        work?.cancel()
        let service = plan.services[index]
        let task = spawn {
            await work?.value
            do {
                try await StopScope.$current.withValue(scope) {
                    try await service.stop(value, exit)
                }
                self.send(.stopped(index, nil))
            } catch {
                self.send(.stopped(index, error))
            }
        }
        state.withLock { $0.tasks.addStop(index, task) }
    }

    /// Nothing of the caller's reaches a graph's task: no cancellation and no task-local value.
    private func spawn(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached(executorPreference: executor, priority: priority, operation: operation)
    }

    private func arm(_ timer: RunMachine.Timer, _ deadline: Duration) {
        let task = spawn { [clock] in
            do { try await clock.sleep(deadline) } catch { return }
            self.send(.fired(timer))
        }
        state.withLock { $0.tasks.arm(timer, task) }?.cancel()
    }

    private func resumeWaiter() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}
