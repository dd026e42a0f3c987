/// A graph that was checked: every need resolved to a position, and an order to start in.
struct ServicePlan: Sendable {
    let services: [Provide]
    let needs: [[Int]]
    let dependents: [[Int]]
    let order: [Int]
    let positions: [AnyServiceKey: Int]

    init(_ services: [Provide]) throws(ServiceGraphError) {
        var positions: [AnyServiceKey: Int] = [:]
        var problems: [(at: Int, error: ServiceGraphError)] = []
        for (index, service) in services.enumerated() {
            if positions[service.key] == nil {
                positions[service.key] = index
            } else {
                problems.append((index, .duplicate(service.key)))
            }
        }
        var needs = [[Int]](repeating: [], count: services.count)
        var dependents = needs
        for (index, service) in services.enumerated() {
            var seen: Set<AnyServiceKey> = []
            for need in service.needs where seen.insert(need).inserted {
                if let position = positions[need] {
                    needs[index].append(position)
                    dependents[position].append(index)
                } else {
                    let near = services.first { $0.key.name.isNear(need.name) }?.key
                    problems.append(
                        (index, .missing(service: service.key, needs: need, near: near)))
                }
            }
        }
        var missing = needs.map(\.count)
        var order = services.indices.filter { missing[$0] == 0 }
        var next = 0
        while next < order.count {
            for dependent in dependents[order[next]] {
                missing[dependent] -= 1
                if missing[dependent] == 0 { order.append(dependent) }
            }
            next += 1
        }
        for cycle in Self.cycles(in: needs, among: services.indices.filter { missing[$0] > 0 }) {
            problems.append((cycle[0], .cycle(cycle.map { services[$0].key })))
        }
        let sorted = problems.enumerated().sorted {
            ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
        }.map(\.element.error)
        if sorted.count == 1 { throw sorted[0] }
        if !sorted.isEmpty { throw .several(sorted) }
        (self.services, self.needs, self.dependents, self.order) =
            (services, needs, dependents, order)
        self.positions = positions
    }

    /// Follows needs from each suspect until a walk meets itself: each cycle once, no recursion.
    private static func cycles(in needs: [[Int]], among suspects: [Int]) -> [[Int]] {
        let blocked = Set(suspects)
        var walkOf: [Int: Int] = [:]
        var found: [[Int]] = []
        for start in suspects where walkOf[start] == nil {
            var path: [Int] = []
            var current = start
            while walkOf[current] == nil {
                walkOf[current] = start
                path.append(current)
                guard let need = needs[current].first(where: blocked.contains) else { break }
                current = need
            }
            guard walkOf[current] == start, let first = path.firstIndex(of: current),
                needs[path[path.count - 1]].contains(current)
            else { continue }
            let cycle = Array(path[first...])
            let lead = cycle.indices.min { cycle[$0] < cycle[$1] } ?? 0
            found.append(Array(cycle[lead...] + cycle[..<lead]))
        }
        return found
    }
}

extension String {
    /// Whether at most two edits lead to `other`, or only case differs.
    fileprivate func isNear(_ other: String) -> Bool {
        if lowercased() == other.lowercased() { return true }
        let (left, right) = (Array(self), Array(other))
        if abs(left.count - right.count) > 2 || right.count < 3 { return false }
        var row = Array(0...right.count)
        for (i, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, candidate) in right.enumerated() {
                let edit = Swift.min(
                    row[j] + 1, row[j + 1] + 1, diagonal + (character == candidate ? 0 : 1))
                diagonal = row[j + 1]
                row[j + 1] = edit
            }
        }
        return row[right.count] <= 2
    }
}
