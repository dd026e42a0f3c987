import Synchronization

/// Who reads services: what it may read, and what it has read so far.
final class ServiceReader: Sendable, CustomStringConvertible {
    enum Answer {
        case value(any Sendable)
        case missing
        case stopBegan
    }

    /// `nil` for the body.
    let key: AnyServiceKey?
    let positions: [AnyServiceKey: Int]
    private let values: ServiceValues
    private let seen = Mutex<(positions: Set<Int>, isAbandoned: Bool)>(([], false))

    init(key: AnyServiceKey?, positions: [AnyServiceKey: Int], values: ServiceValues) {
        (self.key, self.positions, self.values) = (key, positions, values)
    }

    func read(_ position: Int) -> Answer {
        let isAbandoned = seen.withLock { seen in
            seen.positions.insert(position)
            return seen.isAbandoned
        }
        return values.read(position, evenIfStopped: isAbandoned)
    }

    /// Lets the reader read what is already stopped: nobody waits for it any more.
    func abandon() { seen.withLock { $0.isAbandoned = true } }

    func hasRead(_ position: Int) -> Bool { seen.withLock { $0.positions.contains(position) } }

    func undeclared<Value>(_ key: ServiceKey<Value>) -> String {
        let spelled = "ServiceKey<\(Value.self)>(\"\(key.name)\")"
        guard let reader = self.key else {
            return "The body reads service “\(key.name)” (\(Value.self)), which the graph does not "
                + "provide. Add `Provide(\(spelled), …)` to the graph."
        }
        return "Service “\(reader)” reads “\(key.name)” without declaring it. "
            + "Add `\(spelled).any` to `needs` of “\(reader)”."
    }

    var description: String { key.map { "Service “\($0)”" } ?? "The body" }
}

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
