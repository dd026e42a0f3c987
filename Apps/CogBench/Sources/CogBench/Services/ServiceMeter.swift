import StoicServices
import Synchronization

/// Times waves of services that do nothing, each in need of three of the wave before.
struct ServiceMeter {
    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    /// How many there are, and how many of them start together.
    static let sizes: [(services: Int, width: Int)] = [(10, 5), (1_000, 100), (10_000, 100)]
    private let rounds: Int
    private let clock = ContinuousClock()

    /// - Parameter rounds: How often the largest graph is run; the small ones run ten times as often.
    init(rounds: Int) { self.rounds = rounds }

    func measure() async throws -> [ServiceCost] {
        var costs: [ServiceCost] = []
        for (services, width) in Self.sizes {
            costs.append(
                try await measure(services, width: width, rounds: services < 10_000 ? rounds * 10 : rounds))
        }
        return costs
    }

    func measure(_ count: Int, width: Int, rounds: Int) async throws -> ServiceCost {
        var (checks, starts, stops): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<rounds {
            let tally = Mutex((starts: 0, stops: 0))
            let services = Self.services(
                count, width: width,
                start: { tally.withLock { $0.starts += 1 } }, stop: { tally.withLock { $0.stops += 1 } })
            let begun = clock.now
            let graph = try ServiceGraph(label: "bench") { for service in services { service } }
            let checked = clock.now
            let started = try await graph.run { _ in clock.now }
            let stopped = clock.now
            let ran = tally.withLock { $0 }
            guard ran == (count, count) else {
                throw Wrong(description: "services: \(ran.starts) started and \(ran.stops) stopped")
            }
            checks.append((checked - begun) / .milliseconds(1))
            starts.append((started - checked) / .milliseconds(1))
            stops.append((stopped - started) / .milliseconds(1))
        }
        return ServiceCost(
            services: count, check: Figure(checks), start: Figure(starts), stop: Figure(stops),
            startAndStop: Figure(zip(starts, stops).map { $0 + $1 }))
    }

    private static func services(
        _ count: Int, width: Int, start: @escaping @Sendable () -> Void, stop: @escaping @Sendable () -> Void
    ) -> [Provide] {
        let keys = (0..<count).map { ServiceKey<Int>("service \($0)") }
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
