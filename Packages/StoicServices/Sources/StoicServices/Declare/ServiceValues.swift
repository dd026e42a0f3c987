import Synchronization

/// The values of one run's services, by position.
final class ServiceValues: Sendable {
    private enum Slot {
        case missing
        case started(any Sendable)
        case stopping(any Sendable)
    }

    private let slots: Mutex<[Slot]>

    init(count: Int) { slots = Mutex(Array(repeating: .missing, count: count)) }

    func store(_ value: any Sendable, at position: Int) {
        slots.withLock { $0[position] = .started(value) }
    }

    /// The value to stop; from now on nobody may read it.
    func beginStop(_ position: Int) -> (any Sendable)? {
        slots.withLock { slots in
            guard case .started(let value) = slots[position] else { return nil }
            slots[position] = .stopping(value)
            return value
        }
    }

    func read(_ position: Int, evenIfStopped: Bool) -> ServiceReader.Answer {
        slots.withLock { slots in
            switch slots[position] {
            case .missing: .missing
            case .started(let value): .value(value)
            case .stopping(let value): evenIfStopped ? .value(value) : .stopBegan
            }
        }
    }
}
