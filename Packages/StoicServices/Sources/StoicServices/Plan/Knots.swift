/// Services that cannot start because they wait for each other: the strongly connected parts.
struct Knots {
    private let needs: [[Int]]
    private let dependents: [[Int]]

    init(needs: [[Int]], dependents: [[Int]]) {
        (self.needs, self.dependents) = (needs, dependents)
    }

    /// The shortest cycle of each knot, from its first declared member along its needs; among
    /// equally short ones, the first declared.
    ///
    /// No recursion. Complexity: O(services × needs) of the knots, linear for plain rings.
    var shortestCycles: [[Int]] {
        components.compactMap { component in
            var members = Set(component)
            var best: [Int]?
            for start in component where members.contains(start) {
                let cycle = shortestCycle(through: start, in: members)
                if let cycle, cycle.count < best?.count ?? .max { best = cycle }
                // What is shorter goes past `start`, and past all that led nowhere but to it.
                prune(start, from: &members)
            }
            return best
        }.sorted { $0[0] < $1[0] }
    }

    private func shortestCycle(through start: Int, in members: Set<Int>) -> [Int]? {
        var cameFrom: [Int: Int] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let current = queue[next]
            next += 1
            for need in needs[current] where members.contains(need) {
                if need == start {
                    var cycle = [current]
                    while let previous = cameFrom[cycle[cycle.count - 1]] { cycle.append(previous) }
                    return cycle.reversed()
                }
                guard cameFrom[need] == nil else { continue }
                cameFrom[need] = current
                queue.append(need)
            }
        }
        return nil
    }

    private func prune(_ start: Int, from members: inout Set<Int>) {
        var removed = [start]
        members.remove(start)
        while let index = removed.popLast() {
            for neighbour in needs[index] + dependents[index] where members.contains(neighbour) {
                let leads = needs[neighbour].contains(where: members.contains)
                let isLedTo = dependents[neighbour].contains(where: members.contains)
                if leads && isLedTo { continue }
                members.remove(neighbour)
                removed.append(neighbour)
            }
        }
    }

    /// Parts whose members reach each other, each sorted: two passes, each on its own stack.
    private var components: [[Int]] {
        var isSeen = [Bool](repeating: false, count: needs.count)
        var components: [[Int]] = []
        for root in finishingOrder.reversed() where !isSeen[root] {
            isSeen[root] = true
            var component: [Int] = []
            var stack = [root]
            while let index = stack.popLast() {
                component.append(index)
                for dependent in dependents[index] where !isSeen[dependent] {
                    isSeen[dependent] = true
                    stack.append(dependent)
                }
            }
            components.append(component.sorted())
        }
        return components.filter { $0.count > 1 || needs[$0[0]].contains($0[0]) }
    }

    /// Services in the order in which a depth-first walk along needs leaves them.
    private var finishingOrder: [Int] {
        var isSeen = [Bool](repeating: false, count: needs.count)
        var order: [Int] = []
        for root in needs.indices where !isSeen[root] {
            isSeen[root] = true
            var stack = [(index: root, nextNeed: 0)]
            while let (index, nextNeed) = stack.last {
                guard nextNeed < needs[index].count else {
                    order.append(index)
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].nextNeed += 1
                let need = needs[index][nextNeed]
                if !isSeen[need] {
                    isSeen[need] = true
                    stack.append((need, 0))
                }
            }
        }
        return order
    }
}
