import TestClocks
import Testing

@testable import StoicServices

private struct Broken: Error {}
private let first = ServiceKey<Int>("first")
private let second = ServiceKey<Int>("second")

private func pair(_ log: Log) throws -> ServiceGraph {
    try ServiceGraph(label: "pair") {
        Provide(
            second, needs: [first.any],
            start: { services in
                log.add("start second")
                return services[first] + 1
            }, stop: { _, exit in log.add("stop second \(exit.isNormal)") })
        Provide(
            first,
            start: { _ in
                log.add("start first")
                return 1
            }, stop: { _, exit in log.add("stop first \(exit.isNormal)") })
    }
}

struct RunTests {
    @Test("SVC-5: Services start after their needs and stop in reverse")
    func order() async throws {
        let log = Log()
        let sum = try await pair(log).run(clock: TestClock()) { $0[first] + $0[second] }
        #expect(sum == 3)
        #expect(
            log.all == ["start first", "start second", "stop second true", "stop first true"])
    }

    @Test("SVC-7: A failing body's error is thrown after the stops")
    func failingBody() async throws {
        let log = Log()
        let graph = try pair(log)
        await #expect(throws: Broken.self) {
            try await graph.run(clock: TestClock()) { _ in throw Broken() }
        }
        #expect(log.all.suffix(2) == ["stop second false", "stop first false"])
    }

    @Test("SVC-4: A failed start stops what started and names the service")
    func failedStart() async throws {
        let log = Log()
        let graph = try ServiceGraph(label: "failing") {
            Provide(first, start: { _ in 1 }, stop: { _, _ in log.add("stop first") })
            Provide(second, needs: [first.any], start: { _ in throw Broken() })
        }
        let error = await #expect(throws: ServiceGraphError.self) {
            try await graph.run(clock: TestClock()) { _ in log.add("body") }
        }
        guard case .startFailed(let key, is Broken, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(key == second.any)
        #expect(log.all == ["stop first"])
    }

    @Test("SVC-17: A chain of 10,000 services runs, and an empty graph runs its body")
    func sizes() async throws {
        let keys = (0..<10_000).map { ServiceKey<Int>("s\($0)") }
        let chain = try ServiceGraph(label: "chain") {
            for (index, key) in keys.enumerated() {
                Provide(key, needs: index == 0 ? [] : [keys[index - 1].any], start: { _ in index })
            }
        }
        #expect(try await chain.run(clock: TestClock()) { $0[keys[9_999]] } == 9_999)
        #expect(try await ServiceGraph(label: "empty") {}.run { _ in 7 } == 7)
    }
}
