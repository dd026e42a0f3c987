import Synchronization
import TestClocks
import Testing

@testable import StoicServices

private let store = ServiceKey<String>("store")
private let spare = ServiceKey<String>("spare")
private let sync = ServiceKey<Int>("sync")

private func graph(
    needs: [AnyServiceKey] = [store.any],
    start: @escaping @Sendable (Services) async throws -> Int
) throws -> ServiceGraph {
    try ServiceGraph(label: "reads") {
        Provide(store, start: { _ in "the store" })
        Provide(sync, needs: needs, start: start)
    }
}

struct ServicesTests {
    @Test("SVC-3: Two services of one type are told apart by name")
    func twoOfOneType() async throws {
        let graph = try ServiceGraph(label: "twins") {
            Provide(store, start: { _ in "primary" })
            Provide(spare, start: { _ in "cache" })
        }
        let values = try await graph.run(clock: TestClock()) { [$0[store], $0[spare]] }
        #expect(values == ["primary", "cache"])
    }

    @Test("SVC-3: Reading outside needs traps and names the line to add")
    func undeclared() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = try await graph(needs: []) { $0[store].count }.run { _ in }
        }
        #expect(
            said(
                result,
                """
                Service “sync” reads “store” without declaring it. \
                Add `ServiceKey<String>("store").any` to `needs` of “sync”.
                """))
    }

    @Test("SVC-3: A body that reads what the graph lacks traps and names the line to add")
    func unprovided() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            try await graph { $0[store].count }.run { _ = $0[spare] }
        }
        #expect(
            said(
                result,
                """
                The body reads service “spare” (String), which the graph does not provide. \
                Add `Provide(ServiceKey<String>("spare"), …)` to the graph.
                """))
    }

    @Test("SVC-3: Reading a service after its stop began traps and names it")
    func afterStop() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let services = try await graph { $0[store].count }.run { $0 }
            _ = services[store]
        }
        #expect(said(result, "The body reads service “store” after its stop began."))
    }

    @Test("SVC-3: A service may keep its services, and read them in its own stop")
    func readInStop() async throws {
        let log = Log()
        let kept = ServiceKey<Services>("kept")
        let graph = try ServiceGraph(label: "keeps") {
            Provide(store, start: { _ in "the store" })
            Provide(
                kept, needs: [store.any], start: { $0 },
                stop: { services, _ in log.add("stop reads \(services[store])") })
        }
        try await graph.run(clock: TestClock()) { _ in }
        #expect(log.all == ["stop reads the store"])
    }

    @Test("SVC-3: A service that was abandoned may read what is stopped already")
    func abandonedReads() async throws {
        let (clock, stop, ended) = (TestClock(), Script(), Flag())
        let (kept, log) = (ServiceKey<Services>("kept"), Log())
        let graph = try ServiceGraph(label: "abandons") {
            Provide(store, start: { _ in "the store" })
            Provide(
                kept, needs: [store.any], start: { $0 },
                stop: { services, _ in
                    try await stop.play()
                    log.add(services[store])
                    ended.set()
                })
        }
        async let run: Void = graph.run(clock: clock) { _ in }
        await stop.began.wait()
        clock.advance(by: .seconds(10))
        await stop.cancelled.wait()
        clock.advance(by: .seconds(1))
        try await run
        stop.release()
        await ended.wait()
        #expect(log.all == ["the store"])
    }

    @Test("SVC-3: A need that nobody read by the end is a warning in the report")
    func unread() async throws {
        let report = Mutex<ServiceReport?>(nil)
        try await graph { _ in 1 }.run(
            clock: TestClock(),
            observer: { event in
                if case .report(let told) = event.kind { report.withLock { $0 = told } }
            }
        ) { _ in }
        let warnings = report.withLock { $0?.warnings }
        #expect(
            warnings == [
                """
                Service “sync” never read “store”. \
                Remove it from `needs`, unless only the order matters.
                """
            ])
    }

    @Test("SVC-3: A need that was read is no warning")
    func read() async throws {
        let report = Mutex<ServiceReport?>(nil)
        try await graph { $0[store].count }.run(
            clock: TestClock(),
            observer: { event in
                if case .report(let told) = event.kind { report.withLock { $0 = told } }
            }
        ) { _ in }
        #expect(report.withLock { $0?.warnings } == [])
    }
}
