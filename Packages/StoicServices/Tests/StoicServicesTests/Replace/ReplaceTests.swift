import StoicServices
import StoicServicesTesting
import TestClocks
import Testing

private let store = ServiceKey<String>("store")
private let client = ServiceKey<String>("client")
private let sync = ServiceKey<String>("sync")
private let spare = ServiceKey<String>("spare")

private func graph(_ log: Log = Log()) throws -> ServiceGraph {
    try ServiceGraph(label: "app") {
        Provide(
            store,
            start: { _ in
                log.add("start store")
                return "store"
            }, stop: { _, _ in log.add("stop store") })
        Provide(client, needs: [store.any], start: { "client of \($0[store])" })
        Provide(sync, needs: [client.any], start: { "sync by \($0[client])" })
        Provide(
            spare,
            start: { _ in
                log.add("start spare")
                return "spare"
            })
    }
}

struct ReplaceTests {
    @Test("SVC-15: A replaced service starts in its place, and the old one does not")
    func replacing() async throws {
        let log = Log()
        let value = try await graph(log).replacing(
            store, stop: { value, _ in log.add("stop \(value)") }
        ) { "fake" }.run(clock: TestClock()) { $0[sync] }
        #expect(value == "sync by client of fake")
        #expect(log.all.sorted() == ["start spare", "stop fake"])
    }

    @Test("SVC-15: A ready value stands in for a service and what it needed")
    func ready() async throws {
        let graph = try graph().replacing(client, with: .value("fake"))
        #expect(graph.needs(of: client.any) == [])
        #expect(try await graph.run(clock: TestClock()) { $0[sync] } == "sync by fake")
    }

    @Test("SVC-15: Replacing keeps time limits and the place in the order")
    func place() async throws {
        let graph = try graph().replacing(store) { "fake" }
        #expect(graph.startOrder.map(\.name) == ["store", "spare", "client", "sync"])
    }

    @Test("SVC-15: What nobody reads may stay unimplemented")
    func unimplemented() async throws {
        let graph = try graph().replacing(spare, with: .unimplemented)
        #expect(
            try await graph.run(clock: TestClock()) { $0[sync] } == "sync by client of store")
    }

    @Test("SVC-15: Reading what is unimplemented traps, naming reader and service")
    func readsUnimplemented() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            try await graph().replacing(store, with: .unimplemented).run { _ in }
        }
        #expect(
            said(
                result,
                "Service “client” reads service “store”, which this graph leaves unimplemented."))
    }

    @Test("SVC-15: A subgraph is what was asked for and all it needs, and starts nothing else")
    func subgraph() async throws {
        let log = Log()
        let part = try graph(log).subgraph(for: [client.any])
        #expect(part.startOrder.map(\.name) == ["store", "client"])
        try await part.run(clock: TestClock()) { _ in }
        #expect(log.all == ["start store", "stop store"])
    }

    @Test("SVC-15: Replacing what the graph lacks traps, naming it")
    func unknown() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = try graph().replacing(ServiceKey<Int>("nobody")) { 1 }
        }
        #expect(
            said(
                result, "“app” does not provide service “nobody” (Int). Name one of those in `startOrder`."))
    }

    @Test("SVC-15: A replacement that closes a cycle traps with the graph's own words")
    func cycle() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = try graph().replacing(Provide(store, needs: [sync.any], start: { $0[sync] }))
        }
        #expect(
            said(
                result,
                """
                “app” cannot be changed like this. Services need each other in a cycle: \
                store → sync → client → store. Take one of these needs away, or move what two of them share \
                into a service of its own.
                """))
    }

    @Test("SVC-15: A scripted service starts and stops when and how the test says")
    func scripted() async throws {
        let (clock, told) = (TestClock(), Transcript())
        let script = ScriptedService(client, needs: [store.any], ignoresCancellation: true)
        async let run = graph().replacing(script.provide).run(
            clock: clock, observer: told.observer
        ) { $0[sync] }
        await script.startBegan()
        script.endStart(.success("scripted"))
        let exit = await script.stopBegan()
        #expect(exit.isNormal)
        clock.advance(by: .seconds(10))
        await script.stopCancelled()
        script.endStop(.failure(Broken()))
        #expect(try await run == "sync by scripted")
        #expect(
            told.outcomes[1] == "client stop failed: timed out after 10.0 seconds, then threw broken"
        )
    }

    @Test("SVC-15: A scripted start obeys its cancellation unless it is made to ignore it")
    func scriptedCancellation() async throws {
        let (clock, told) = (TestClock(), Transcript())
        let script = ScriptedService(client, startTimeout: .seconds(2))
        let graph = try graph().replacing(script.provide)
        let run = Task { try await graph.run(clock: clock, observer: told.observer) { _ in } }
        await script.startBegan()
        clock.advance(by: .seconds(2))
        await #expect(throws: ServiceGraphError.self) { try await run.value }
        await script.startCancelled()
        #expect(told.outcomes[1] == "client start failed: timed out after 2.0 seconds")
    }
}
