import StoicServices
import Synchronization

/// What a large graph of services takes.
struct ServiceCost: Encodable {
    enum Kind: String, CaseIterable, Encodable {
        case validate = "checking 10,000 services"
        case run = "starting and stopping 10,000 services"
    }

    let kind: Kind
    let milliseconds: Figure
}

/// Times 100 waves of 100 services that do nothing, each in need of three of the wave before.
struct ServiceMeter {
    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    static let (waves, width) = (100, 100)
    let rounds: Int
    private let clock = ContinuousClock()

    init(rounds: Int) { self.rounds = rounds }

    func measure() async throws -> [ServiceCost] {
        var checks: [Double] = []
        var runs: [Double] = []
        for _ in 0..<rounds {
            let tally = Mutex((starts: 0, stops: 0))
            let services = Self.services(
                start: { tally.withLock { $0.starts += 1 } }, stop: { tally.withLock { $0.stops += 1 } })
            var made: ServiceGraph?
            let check = try clock.measure {
                made = try ServiceGraph(label: "large") { for service in services { service } }
            }
            guard let graph = made else { continue }
            let run = try await clock.measure { try await graph.run { _ in } }
            let ran = tally.withLock { $0 }
            guard ran == (services.count, services.count) else {
                throw Wrong(description: "services: \(ran.starts) started and \(ran.stops) stopped")
            }
            checks.append(check / .milliseconds(1))
            runs.append(run / .milliseconds(1))
        }
        return [
            ServiceCost(kind: .validate, milliseconds: Figure(checks)),
            ServiceCost(kind: .run, milliseconds: Figure(runs)),
        ]
    }

    private static func services(
        start: @escaping @Sendable () -> Void, stop: @escaping @Sendable () -> Void
    ) -> [Provide] {
        let keys = (0..<waves * width).map { ServiceKey<Int>("service \($0)") }
        return keys.enumerated().map { index, key in
            let (wave, place) = index.quotientAndRemainder(dividingBy: width)
            let needs = wave == 0 ? [] : (0..<3).map { keys[(wave - 1) * width + (place + $0) % width] }
            return Provide(
                key, needs: needs.map(\.any),
                start: { services in
                    start()
                    return needs.reduce(1) { $0 &+ services[$1] }
                },
                stop: { _, _ in stop() })
        }
    }
}
