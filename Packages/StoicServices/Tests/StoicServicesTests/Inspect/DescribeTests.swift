import StoicServices
import TestClocks
import Testing

private let store = ServiceKey<Int>("store")
private let client = ServiceKey<Int>("client \"http\" #1")
private let sync = ServiceKey<Int>("sync")

private func graph(
    store starts: @escaping @Sendable () async throws -> Void = {},
    sync stops: @escaping @Sendable () async throws -> Void = {}
) throws -> ServiceGraph {
    try ServiceGraph(label: "app") {
        Provide(
            sync, needs: [store.any, client.any, store.any], start: { $0[store] + $0[client] },
            stop: { _, _ in try await stops() })
        Provide(
            store,
            start: { _ in
                try await starts()
                return 1
            })
        Provide(client, start: { _ in 2 })
    }
}

struct DescribeTests {
    @Test("SVC-16: Waves are the services by the earliest moment they can start")
    func waves() throws {
        #expect(try graph().waves == [[store.any, client.any], [sync.any]])
        #expect(try graph().needs(of: sync.any) == [store.any, client.any])
        #expect(try ServiceGraph(label: "empty") {}.waves == [])
    }

    @Test("SVC-16: A graph writes itself for Graphviz")
    func dot() throws {
        #expect(
            try graph().dot == #"""
                digraph "app" {
                  s0 [label="sync"]
                  s1 [label="store"]
                  s2 [label="client \"http\" #1"]
                  s0 -> s1
                  s0 -> s2
                }
                """#)
    }

    @Test("SVC-16: A graph writes itself for Mermaid")
    func mermaid() throws {
        #expect(
            try graph().mermaid == """
                flowchart TD
                  s0["sync"]
                  s1["store"]
                  s2["client #quot;http#quot; #35;1"]
                  s0 --> s1
                  s0 --> s2
                """)
    }

    @Test("SVC-16: Asking for the needs of what is not provided traps, naming it and what may be meant")
    func unknown() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = try graph().needs(of: ServiceKey<Int>("stor").any)
        }
        #expect(said(result, "“app” does not provide service “stor” (Int). Did you mean “store”?"))
    }

    @Test("SVC-16: What has stopped is not waited on any more")
    func stoppedStates() async throws {
        let stop = Script()
        let graph = try ServiceGraph(label: "stops") {
            Provide(store, start: { _ in 1 })
            Provide(
                client, needs: [store.any], start: { $0[store] },
                stop: { _, _ in try await stop.play() })
            Provide(sync, needs: [store.any, client.any], start: { $0[store] + $0[client] })
        }
        async let run: Void = graph.run(clock: TestClock()) { _ in }
        await stop.began.wait()
        #expect(
            graph.states().map(\.description) == [
                "store: started, waits on client \"http\" #1", "client \"http\" #1: stopping",
                "sync: ended",
            ])
        stop.release()
        try await run
    }

    @Test("SVC-16: While it runs, a graph says what each service does and waits on")
    func states() async throws {
        let (start, stop) = (Script(), Script())
        let graph = try graph(
            store: { try await start.play() }, sync: { try await stop.play() })
        let clientStarted = Flag()
        #expect(graph.states().isEmpty)
        async let run = graph.run(
            clock: TestClock(),
            observer: { event in
                if case .started(client.any) = event.kind { clientStarted.set() }
            }
        ) { _ in graph.states().map(\.description) }
        await start.began.wait()
        await clientStarted.wait()
        #expect(
            graph.states().map(\.description) == [
                "sync: waiting, waits on store", "store: starting",
                "client \"http\" #1: started",
            ])
        start.release()
        await stop.began.wait()
        #expect(
            graph.states().map(\.description) == [
                "sync: stopping", "store: started, waits on sync",
                "client \"http\" #1: started, waits on sync",
            ])
        stop.release()
        #expect(
            try await run == ["sync: started", "store: started", "client \"http\" #1: started"])
        #expect(graph.states().isEmpty)
    }
}
