extension ServiceGraph {
    /// The same graph with another start for `key`, which needs nothing.
    ///
    /// Traps when the graph does not provide `key`. Complexity: O(services + needs).
    /// Rule: SVC-15.
    ///
    /// - Parameters:
    ///   - key: The service to replace; its time limits stay.
    ///   - stop: Ends the value; nothing is done unless given.
    ///   - start: Makes the value, on a task of the graph.
    public func replacing<Value>(
        _ key: ServiceKey<Value>,
        stop: @escaping @Sendable (Value, Exit) async throws -> Void = { _, _ in },
        _ start: @escaping @Sendable () async throws -> Value
    ) -> ServiceGraph {
        let old = plan.services[position(of: key.any)]
        return replacing(
            Provide(
                key, startTimeout: old.startTimeout, stopTimeout: old.stopTimeout,
                start: { _ in try await start() }, stop: stop))
    }

    /// The same graph with a ready value, or none at all, in place of the service `key`.
    ///
    /// Traps when the graph does not provide `key`. Complexity: O(services + needs).
    /// Rule: SVC-15.
    public func replacing<Value>(
        _ key: ServiceKey<Value>, with substitute: Substitute<Value>
    ) -> ServiceGraph {
        replacing(substitute.provide(key))
    }

    /// The same graph with `service` in place of the one of that key.
    ///
    /// Traps when the graph does not provide that key, or when what `service` needs is missing
    /// or needs it. Complexity: O(services + needs). Rule: SVC-15.
    public func replacing(_ service: Provide) -> ServiceGraph {
        var services = plan.services
        services[position(of: service.key)] = service
        return checked(services)
    }

    /// Only the services of `keys`, and all that these need.
    ///
    /// Traps when the graph does not provide one of `keys`. Complexity: O(services + needs).
    /// Rule: SVC-15.
    public func subgraph(for keys: [AnyServiceKey]) -> ServiceGraph {
        var isKept = [Bool](repeating: false, count: plan.services.count)
        var pending = keys.map(position(of:))
        while let index = pending.popLast() {
            if isKept[index] { continue }
            isKept[index] = true
            pending += plan.needs[index]
        }
        return checked(plan.services.indices.filter { isKept[$0] }.map { plan.services[$0] })
    }

    private func checked(_ services: [Provide]) -> ServiceGraph {
        do {
            return try ServiceGraph(label: label, services: services)
        } catch {
            fatalError("“\(label)” cannot be changed like this. \(error)")
        }
    }
}
