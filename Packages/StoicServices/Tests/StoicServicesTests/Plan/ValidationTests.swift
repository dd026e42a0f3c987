import Testing

@testable import StoicServices

private func key(_ name: String) -> ServiceKey<Int> { ServiceKey(name) }

private func provide(_ name: String, _ needs: String...) -> Provide {
    Provide(key(name), needs: needs.map { key($0).any }, start: { _ in 1 })
}

private func problem(@ServicesBuilder _ services: () -> [Provide]) -> ServiceGraphError? {
    do {
        _ = try ServiceGraph(label: "wrong", services)
        return nil
    } catch {
        return error
    }
}

struct ValidationTests {
    @Test("SVC-2: One duplicate is its own case, with its words")
    func duplicate() {
        let error = problem {
            provide("store")
            provide("store")
        }
        guard case .duplicate(let found)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(found == key("store").any)
        #expect(
            error?.description
                == "Service “store” is provided twice. Remove one, or give it a key of its own.")
    }

    @Test("SVC-2: One missing need is its own case, and near names are offered")
    func missing() {
        let error = problem {
            provide("primary store")
            provide("stale")
            provide("Stare")
            provide("shore")
            provide("sync", "store")
        }
        guard case .missing(let service, let needs, let near)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(service == key("sync").any)
        #expect(needs == key("store").any)
        #expect(near.map(\.name) == ["Stare", "shore", "stale"])
        #expect(
            error?.description == """
                Service “sync” needs “store”, which the graph does not provide. \
                Did you mean “Stare” or “shore” or “stale”?
                """)
    }

    @Test("SVC-2: A missing need that nothing resembles says what to do")
    func missingAlone() {
        let error = problem { provide("a", "b") }
        #expect(
            error?.description == """
                Service “a” needs “b”, which the graph does not provide. \
                Provide it, or take it out of `needs` of “a”.
                """)
    }

    @Test("SVC-2: A need of the right name and the wrong type names both types")
    func wrongType() {
        let error = problem {
            provide("cache")
            Provide(key("sync"), needs: [ServiceKey<String>("cache").any], start: { _ in 1 })
        }
        #expect(
            error?.description == """
                Service “sync” needs “cache”, which the graph does not provide. \
                It provides “cache” as Int, not as String. Use one key in both places.
                """)
    }

    @Test("SVC-2: One cycle is its own case, spelled from its first member back to it")
    func cycle() {
        let error = problem {
            provide("waits", "y")
            provide("x", "y")
            provide("y", "z")
            provide("z", "x")
        }
        guard case .cycle(let keys)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(keys.map(\.name) == ["x", "y", "z"])
        #expect(
            error?.description == """
                Services need each other in a cycle: x → y → z → x. Take one of these needs away, or move what two of them share into a \
                service of its own.
                """)
    }

    @Test("SVC-2: A service that needs itself is a cycle of one")
    func selfCycle() {
        let error = problem { provide("a", "a") }
        #expect(
            error?.description
                == "Services need each other in a cycle: a → a. Take it out of its own `needs`.")
    }

    @Test("SVC-2: Each knot tells its shortest cycle, and only that one")
    func knots() {
        // One knot holds a ring of four with a chord; the bridge from the second knot to it
        // belongs to none.
        let error = problem {
            provide("a", "b")
            provide("b", "c")
            provide("c", "d", "b")
            provide("d", "a")
            provide("bridge", "a")
            provide("p", "q", "bridge")
            provide("q", "p")
        }
        #expect(
            error?.description == """
                2 problems:
                - Services need each other in a cycle: b → c → b. Take one of these needs away, or move what two of them share into a \
                service of its own.
                - Services need each other in a cycle: p → q → p. Take one of these needs away, or move what two of them share into a \
                service of its own.
                """)
    }

    @Test("SVC-2: All problems are told at once, in declaration order")
    func all() {
        let error = problem {
            provide("first", "second")
            provide("second", "first")
            provide("first", "secnd")
        }
        #expect(
            error?.description == """
                3 problems:
                - Services need each other in a cycle: first → second → first. Take one of these needs away, or move what two of them share into a \
                service of its own.
                - Service “first” is provided twice. Remove one, or give it a key of its own.
                - Service “first” needs “secnd”, which the graph does not provide. \
                Did you mean “second”?
                """)
    }

    @Test("SVC-2: A need that is listed twice is one need")
    func repeated() throws {
        let graph = try ServiceGraph(label: "right") {
            provide("a")
            provide("b", "a", "a")
        }
        #expect(graph.startOrder.map(\.name) == ["a", "b"])
    }

    @Test("SVC-17: A ring of 10,000 services is told without deep recursion")
    func ring() {
        let count = 10_000
        let error = problem {
            for index in 0..<count { provide("s\(index)", "s\((index + 1) % count)") }
        }
        guard case .cycle(let keys)? = error else {
            Issue.record("The ring was not found.")
            return
        }
        #expect(keys.count == count)
        #expect(keys.first?.name == "s0")
    }
}
