import StoicServices
import TestClocks
import Testing

/// `a` ← `b` ← `c`, of which one start or stop waits, or the body does.
private struct Chain {
    enum Place: CaseIterable, Sendable { case startA, startB, startC, body, stopC, stopB, stopA }

    let place: Place
    let script: Script

    init(waitingAt place: Place) {
        self.place = place
        // What is cancelled answers. A stop is not to be cancelled.
        script = Script(obeys: [.startA, .startB, .startC, .body].contains(place))
    }

    func graph() throws -> ServiceGraph {
        let keys = ["a", "b", "c"].map { ServiceKey<Int>($0) }
        let (starts, stops): ([Place], [Place]) = ([.startA, .startB, .startC], [.stopA, .stopB, .stopC])
        return try ServiceGraph(label: "chain") {
            for (index, key) in keys.enumerated() {
                Provide(
                    key, needs: index == 0 ? [] : [keys[index - 1].any],
                    start: { services in
                        try await pass(starts[index])
                        return index == 0 ? 0 : services[keys[index - 1]] + 1
                    }, stop: { _, _ in try await pass(stops[index]) })
            }
        }
    }

    func pass(_ place: Place) async throws {
        if place == self.place { try await script.play() }
    }
}

struct CancelTests {
    @Test(
        "SVC-7: A run that is cancelled in a start is rolled back, and nothing more starts",
        arguments: [
            (Chain.Place.startA, ["a start cancelled", "b not started", "c not started"]),
            (.startB, ["a stopped", "b start cancelled", "c not started"]),
            (.startC, ["a stopped", "b stopped", "c start cancelled"]),
        ])
    private func inStart(_ place: Chain.Place, _ outcomes: [String]) async throws {
        let (chain, told) = (Chain(waitingAt: place), Transcript())
        let graph = try chain.graph()
        let run = Task {
            try await graph.run(clock: TestClock(), observer: told.observer) { _ in
                Issue.record("The body ran.")
            }
        }
        await chain.script.began.wait()
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(told.outcomes == outcomes)
    }

    @Test("SVC-7: A run that is cancelled in its body stops all that started")
    func inBody() async throws {
        let (chain, told) = (Chain(waitingAt: .body), Transcript())
        let graph = try chain.graph()
        let run = Task {
            try await graph.run(clock: TestClock(), observer: told.observer) { _ in
                try await chain.pass(.body)
            }
        }
        await chain.script.began.wait()
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(told.outcomes == ["a stopped", "b stopped", "c stopped"])
    }

    @Test(
        "SVC-5: A run that is cancelled in a stop goes on to its end, and returns its body's value",
        arguments: [Chain.Place.stopA, .stopB, .stopC])
    private func inStop(_ place: Chain.Place) async throws {
        let (chain, told) = (Chain(waitingAt: place), Transcript())
        let graph = try chain.graph()
        let run = Task { try await graph.run(clock: TestClock(), observer: told.observer) { _ in 7 } }
        await chain.script.began.wait()
        run.cancel()
        #expect(!chain.script.cancelled.isSet)
        chain.script.release()
        #expect(try await run.value == 7)
        #expect(!chain.script.cancelled.isSet)
        #expect(told.outcomes == ["a stopped", "b stopped", "c stopped"])
        #expect(told.lines.filter { $0.contains(" stops (") }.allSatisfy { $0.hasSuffix("(completed)") })
    }
}
