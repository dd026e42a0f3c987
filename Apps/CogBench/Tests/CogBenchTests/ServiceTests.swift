import Testing

@testable import cog_bench

@Suite("The services")
struct ServiceTests {
    @Test("A graph is timed as it is checked, starts and stops, and every service does both")
    func measure() async throws {
        let cost = try await ServiceMeter(rounds: 1).measure(20, width: 5, rounds: 3)
        #expect(cost.services == 20)
        #expect([cost.check, cost.start, cost.stop].allSatisfy { $0.least > 0 })
        #expect(cost.startAndStop.least >= cost.start.least + cost.stop.least)
        #expect(cost.evidence.isEmpty)
    }

    @Test("Targets speak of the largest graph")
    func targets() {
        let cost = ServiceCost(
            services: 10_000, check: Figure([1]), start: Figure([2]), stop: Figure([3]),
            startAndStop: Figure([5]))
        #expect(cost.evidence == [.validate: 1, .run: 5])
        #expect(ServiceMeter.sizes.map(\.services) == [10, 1_000, 10_000])
    }
}
