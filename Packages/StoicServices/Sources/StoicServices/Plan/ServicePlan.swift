/// A graph that was checked: every need resolved to a position, and an order to start in.
package struct ServicePlan: Sendable {
    let services: [Provide]
    let positions: [AnyServiceKey: Int]
    let needs: [[Int]]
    let dependents: [[Int]]
    package let order: [Int]

    /// Throws every problem at once, in declaration order.
    package init(_ services: [Provide]) throws(ServiceGraphError) {
        var problems = Problems()
        self.services = services
        positions = Self.positions(of: services, &problems)
        needs = Self.needs(of: services, positions, &problems)
        dependents = Self.reversed(needs)
        order = Self.order(needs: needs, dependents: dependents)
        if order.count < services.count {
            for cycle in Knots(needs: needs, dependents: dependents).shortestCycles {
                problems.add(.cycle(cycle.map { services[$0].key }), at: cycle[0])
            }
        }
        try problems.throwIfAny()
    }

    private static func positions(
        of services: [Provide], _ problems: inout Problems
    ) -> [AnyServiceKey: Int] {
        var positions: [AnyServiceKey: Int] = [:]
        for (index, service) in services.enumerated() {
            if positions[service.key] == nil {
                positions[service.key] = index
            } else {
                problems.add(.duplicate(service.key), at: index)
            }
        }
        return positions
    }

    private static func needs(
        of services: [Provide], _ positions: [AnyServiceKey: Int], _ problems: inout Problems
    ) -> [[Int]] {
        services.enumerated().map { index, service in
            var seen: Set<AnyServiceKey> = []
            var needs: [Int] = []
            for need in service.needs where seen.insert(need).inserted {
                if let position = positions[need] {
                    needs.append(position)
                } else {
                    let near = need.nearest(in: services.map(\.key))
                    problems.add(
                        .missing(service: service.key, needs: need, near: near), at: index)
                }
            }
            return needs
        }
    }

    private static func reversed(_ edges: [[Int]]) -> [[Int]] {
        var reversed = [[Int]](repeating: [], count: edges.count)
        for (from, targets) in edges.enumerated() {
            for target in targets { reversed[target].append(from) }
        }
        return reversed
    }

    /// Whatever waits for a cycle is left out.
    private static func order(needs: [[Int]], dependents: [[Int]]) -> [Int] {
        var missing = needs.map(\.count)
        var order = needs.indices.filter { missing[$0] == 0 }
        var next = 0
        while next < order.count {
            for dependent in dependents[order[next]] {
                missing[dependent] -= 1
                if missing[dependent] == 0 { order.append(dependent) }
            }
            next += 1
        }
        return order
    }
}

/// The problems of one graph, by the place of the declaration they belong to.
private struct Problems {
    private var found: [(place: Int, number: Int, error: ServiceGraphError)] = []

    mutating func add(_ error: ServiceGraphError, at place: Int) {
        found.append((place, found.count, error))
    }

    func throwIfAny() throws(ServiceGraphError) {
        let sorted = found.sorted { ($0.place, $0.number) < ($1.place, $1.number) }.map(\.error)
        if sorted.count == 1 { throw sorted[0] }
        if !sorted.isEmpty { throw .several(sorted) }
    }
}
