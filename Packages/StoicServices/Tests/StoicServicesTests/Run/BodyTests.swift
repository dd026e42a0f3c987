import StoicServices
import Synchronization
import TestClocks
import Testing

private let a = ServiceKey<Int>("a")

private func single(_ log: Log) throws -> ServiceGraph {
    try ServiceGraph(label: "single") {
        Provide(a, start: { _ in 1 }, stop: { _, exit in log.add("stop: \(exit)") })
    }
}

/// Neither `Sendable` nor copied: what a body may use of its caller's.
private final class Counter { var count = 0 }

private actor Home {
    private var count = 0

    func run(_ graph: ServiceGraph) async throws -> Int {
        try await graph.run(clock: TestClock()) { services in
            preconditionIsolated()
            count += services[a]
            return count
        }
    }
}

struct BodyTests {
    @Test("SVC-7: The body runs in its caller's isolation, on an actor and on the MainActor")
    func isolation() async throws {
        let graph = try single(Log())
        #expect(try await Home().run(graph) == 1)
        #expect(try await onMain(graph).count == 1)
    }

    @MainActor
    private func onMain(_ graph: ServiceGraph) async throws -> sending Counter {
        let counter = Counter()
        _ = try await graph.run(clock: TestClock()) { services in
            MainActor.preconditionIsolated()
            counter.count += services[a]
            return counter
        }
        let result = Counter()
        result.count = counter.count
        return result
    }

    @Test("SVC-7: A body may change what its caller holds, and return what is not Sendable")
    func unsendable() async throws {
        var sum = 0
        let counter = Counter()
        let same = try await single(Log()).run(clock: TestClock()) { services in
            sum += services[a]
            counter.count += 1
            return counter
        }
        #expect(sum == 1)
        #expect(same === counter)
    }

    @Test("SVC-7: A body's own error is thrown after the stops, which are told of it")
    func failing() async throws {
        let log = Log()
        await #expect(throws: Broken("mine")) {
            try await single(log).run(clock: TestClock()) { _ in throw Broken("mine") }
        }
        #expect(log.all == ["stop: failed: mine"])
    }

    @Test("SVC-7: A body's own error wins over the cancellation that ended it")
    func ownError() async throws {
        let (log, body) = (Log(), Script(obeys: true))
        let graph = try single(log)
        let run = Task {
            try await graph.run(clock: TestClock()) { _ in
                try? await body.play()
                throw Broken("mine")
            }
        }
        await body.began.wait()
        run.cancel()
        await #expect(throws: Broken("mine")) { try await run.value }
        #expect(log.all == ["stop: failed: mine"])
    }

    @Test("SVC-7: A cancelled caller's body sees it, and its CancellationError is thrown")
    func cancelled() async throws {
        let (log, body) = (Log(), Script(obeys: true))
        let graph = try single(log)
        let run = Task { try await graph.run(clock: TestClock()) { _ in try await body.play() } }
        await body.began.wait()
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(log.all == ["stop: cancelled by its caller"])
    }

    @Test("SVC-7: A body whose caller is cancelled just before it begins sees that")
    func cancelledBeforeBody() async throws {
        let (graph, gate) = (try single(Log()), Flag())
        let handle = Mutex<Task<Bool, any Error>?>(nil)
        let run = Task {
            await gate.wait()
            return try await graph.run(
                clock: TestClock(),
                observer: { event in
                    if case .bodyBegan = event.kind { handle.withLock { $0 }?.cancel() }
                }
            ) { _ in Task.isCancelled }
        }
        handle.withLock { $0 = run }
        gate.set()
        #expect(try await run.value)
    }

    @Test("SVC-7: A CancellationError that nobody caused is the body's own error")
    func ownCancellation() async throws {
        let log = Log()
        await #expect(throws: CancellationError.self) {
            try await single(log).run(clock: TestClock()) { _ in throw CancellationError() }
        }
        #expect(log.all == ["stop: failed: CancellationError()"])
    }

    @Test("SVC-7: The body inherits its caller's task-local values and priority")
    func inherits() async throws {
        let priority = Task.currentPriority
        let seen = try await Local.$name.withValue("outer") {
            try await single(Log()).run(clock: TestClock()) { _ in
                (Local.name, Task.currentPriority)
            }
        }
        #expect(seen == ("outer", priority))
    }

    @Test("SVC-17: A run in a cancelled task starts nothing and throws CancellationError")
    func alreadyCancelled() async throws {
        let (log, told, gate) = (Log(), Transcript(), Flag())
        let graph = try single(log)
        let run = Task {
            await gate.wait()
            try await graph.run(clock: TestClock(), observer: told.observer) { _ in
                log.add("body")
            }
        }
        run.cancel()
        gate.set()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(log.all == [])
        #expect(told.lines == [])
    }

    @Test("SVC-17: An empty graph just runs its body")
    func empty() async throws {
        #expect(try await ServiceGraph(label: "empty") {}.run(clock: TestClock()) { _ in 7 } == 7)
    }

    @Test("SVC-17: A chain of 10,000 services starts and stops, in order, without recursion")
    func chain() async throws {
        let (keys, stops) = ((0..<10_000).map { ServiceKey<Int>("s\($0)") }, Log())
        let graph = try ServiceGraph(label: "chain") {
            for (index, key) in keys.enumerated() {
                Provide(
                    key, needs: index == 0 ? [] : [keys[index - 1].any],
                    start: { index == 0 ? 0 : $0[keys[index - 1]] + 1 },
                    stop: { value, _ in stops.add("\(value)") })
            }
        }
        #expect(try await graph.run(clock: TestClock()) { $0[keys[9_999]] } == 9_999)
        #expect(stops.all == (0..<10_000).reversed().map(String.init))
    }

    @Test("Seed: Two hundred repetitions of a wide graph are clean")
    func repetitions() async throws {
        for _ in 0..<200 {
            let told = Transcript()
            let graph = try ServiceGraph(label: "wide") {
                for index in 0..<8 {
                    Provide(
                        ServiceKey<Int>("s\(index)"),
                        needs: index < 3 ? [] : [ServiceKey<Int>("s\(index % 3)").any],
                        start: { _ in index })
                }
            }
            try await graph.run(clock: TestClock(), observer: told.observer) { _ in }
            #expect(told.outcomes == (0..<8).map { "s\($0) stopped" })
        }
    }
}

private enum Local {
    @TaskLocal static var name = "none"
}
