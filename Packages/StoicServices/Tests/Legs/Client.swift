// One client of the services, compiled in four legs: both default isolations, each with and
// without NonisolatedNonsendingByDefault. It annotates only what a client of either must.
import StoicServices
import Testing

/// Services run outside the main actor, so what they hold is of no actor in every leg.
nonisolated private final class Database: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
    func close() async {}
}

nonisolated private struct Engine: Sendable { let database: Database }

nonisolated private enum Keys {
    static let primary = ServiceKey<Database>("primary")
    static let cache = ServiceKey<Database>("cache")
    static let engine = ServiceKey<Engine>("engine")
}

/// What a screen holds: of the main actor in two of the legs, and never Sendable.
private final class Screen {
    var title = ""
    func show(_ title: String) { self.title = title }
}

nonisolated private func makeGraph() throws -> ServiceGraph {
    try ServiceGraph(label: "client") {
        Provide(
            Keys.primary, start: { _ in Database("primary") }, stop: { database, _ in await database.close() }
        )
        Provide(Keys.cache, startTimeout: .seconds(5)) { _ in Database("cache") }
        Provide(Keys.engine, needs: [Keys.primary.any]) { services in
            Engine(database: services[Keys.primary])
        } run: { engine in
            await engine.database.close()
        } stop: { engine, _ in
            await engine.database.close()
        }
    }
}

private actor Home {
    private var title = ""

    func open() async throws -> String {
        try await makeGraph().run { services in
            title = services[Keys.cache].name
            return title
        }
    }
}

struct ClientTests {
    @Test("LEG-1: A body uses what its caller holds, in the leg's own isolation")
    func body() async throws {
        let screen = Screen()
        let shown = try await makeGraph().run(stopOrder: .concurrent) { services in
            screen.show(services[Keys.engine].database.name)
            return screen
        }
        #expect(shown === screen)
        #expect(screen.title == "primary")
    }

    @Test("LEG-1: A body runs on the main actor when its caller does")
    @MainActor
    func onMain() async throws {
        let screen = Screen()
        try await makeGraph().run(observer: { _ in }) { services in
            MainActor.preconditionIsolated()
            screen.title = services[Keys.cache].name
        }
        #expect(screen.title == "cache")
    }

    @Test("LEG-1: A body runs on its caller's actor")
    func onActor() async throws {
        #expect(try await Home().open() == "cache")
    }

    @Test("LEG-1: Expiring work runs in its caller's isolation")
    func expiring() async throws {
        let screen = Screen()
        try await ExpiringWork(granted: nil, end: {}).run { screen.show("saved") }
        #expect(screen.title == "saved")
    }
}
