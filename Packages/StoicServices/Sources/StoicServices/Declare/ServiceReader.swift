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
