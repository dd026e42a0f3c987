extension Design {
    /// What the operation of this number reads, computed plainly: the sum of all its reads.
    ///
    /// Each source's value is that of the latest operation which wrote it.
    func result(after operation: Int) -> Int {
        var values = start
        for earlier in max(0, operation - rotation + 1)...operation {
            let first = firstSource(earlier)
            for place in 0..<writes { values[first + place] = value(earlier, place) }
        }
        values.reserveCapacity(start.count + nodes.count)
        for node in nodes { values.append(Self.compute(node, values)) }
        return reads.reduce(0) { $0 &+ values[$1] }
    }

    private static func compute(_ node: Node, _ values: [Int]) -> Int {
        switch node {
        case .add(let a, let k): values[a] &+ k
        case .double(let a): values[a] &* 2
        case .negate(let a): 0 &- values[a]
        case .plus(let a, let b): values[a] &+ values[b]
        case .minus(let a, let b): values[a] &- values[b]
        case .sum(let inputs): inputs.reduce(0) { $0 &+ values[$1] }
        case .zero: 0
        case .again(let a, let times): values[a] &* times
        case .alternate(let switching, let even, let odd, let times):
            values[values[switching] % 2 == 0 ? even : odd] &* times
        case .window(let start, let length, let inputs):
            (0..<length).reduce(0) { $0 &+ values[inputs[(values[start] + $1) % inputs.count]] }
        }
    }

    static func schedules(
        _ sources: Int, _ nodes: [Node], writes: Int, rotation: Int
    ) -> [[Int]] {
        var readers: [[Int]] = Array(repeating: [], count: sources + nodes.count)
        for (index, node) in nodes.enumerated() {
            for input in node.inputs { readers[input].append(index) }
        }
        // The choice that reached each node last.
        var reached = nodes.map { _ in -1 }
        return (0..<rotation).map { first in
            var affected: [Int] = []
            var waiting = Array(first..<first + writes)
            while let next = waiting.popLast() {
                for reader in readers[next] where reached[reader] != first {
                    reached[reader] = first
                    affected.append(reader)
                    waiting.append(sources + reader)
                }
            }
            return affected.sorted()
        }
    }

    /// What reading runs where nothing is remembered: a body for each path down to the sources. Stops
    /// counting where no machine could run so many.
    static func bodiesWithoutMemo(_ sources: Int, _ nodes: [Node], _ reads: [Int]) -> Int {
        var bodies = Array(repeating: 0, count: sources)
        for node in nodes {
            let below =
                switch node {
                case .again(let a, let times): bodies[a] * times
                case .alternate(let switching, let even, _, let times):
                    (bodies[switching] + bodies[even]) * times
                case .window: 0
                default: node.inputs.reduce(0) { $0 + bodies[$1] }
                }
            bodies.append(min(1 + below, 1 << 40))
        }
        return reads.reduce(0) { $0 + bodies[$1] }
    }
}
