import Dispatch
import Synchronization

/// Shares the process's signals among the runs that listen.
///
/// Handling is per process, so this is one value per process. The first run that listens to a
/// signal captures it and the last one puts back what was there.
final class SignalHub: Sendable {
    static let shared = SignalHub()

    private struct Listener {
        let number: Int
        let signals: Set<Signal>
        let receive: @Sendable (Signal) -> Void
    }

    private struct State {
        var listeners: [Listener] = []
        var previous: [Signal: SignalAction] = [:]
        var pipe: SignalPipe?
        var nextNumber = 0
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "signals")

    /// Calls `receive` with each of `signals`, on a queue that nothing else blocks, until the
    /// returned closure is called.
    func listen(
        to signals: Set<Signal>, _ receive: @escaping @Sendable (Signal) -> Void
    ) -> @Sendable () -> Void {
        state.withLock { state in
            let pipe =
                state.pipe
                ?? SignalPipe(queue: queue) { [unowned self] signal in deliver(signal) }
            state.pipe = pipe
            let number = state.nextNumber
            state.nextNumber += 1
            state.listeners.append(Listener(number: number, signals: signals, receive: receive))
            for signal in signals where state.previous[signal] == nil {
                state.previous[signal] = pipe.capture(signal)
            }
            return { self.remove(number) }
        }
    }

    private func remove(_ number: Int) {
        state.withLock { state in
            state.listeners.removeAll { $0.number == number }
            let wanted = state.listeners.reduce(into: Set<Signal>()) { $0.formUnion($1.signals) }
            for (signal, action) in state.previous where !wanted.contains(signal) {
                state.pipe?.restore(signal, action)
                state.previous[signal] = nil
            }
        }
    }

    private func deliver(_ signal: Signal) {
        let listeners = state.withLock { state in
            state.listeners.filter { $0.signals.contains(signal) }
        }
        for listener in listeners { listener.receive(signal) }
    }
}
