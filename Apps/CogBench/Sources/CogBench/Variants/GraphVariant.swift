import CogGraph

/// The design as cogs, read as UI reads them.
@MainActor
final class GraphVariant: Variant {
    private let design: Design
    private let cogs: Cogs
    private let sources: [Cog<Int>.Manual]
    private var nodes: [Cog<Int>] = []

    init(_ design: Design, in cogs: Cogs, counting bodies: Counter? = nil) {
        self.design = design
        self.cogs = cogs
        sources = design.start.map { value in Cog<Int>.Manual { value } }
        for node in design.nodes { nodes.append(cog(node, bodies)) }
    }

    func run(_ operations: Range<Int>) -> Int {
        let nodes = nodes
        var total = 0
        for operation in operations {
            if design.writes == 1 {
                cogs.turn(sources[0], to: design.value(operation, 0))
            } else {
                cogs.turn { [sources, design] c in
                    for index in 0..<design.writes { c[sources[index]] = design.value(operation, index) }
                }
            }
            total = 0
            for read in design.reads { total = total &+ cogs[nodes[read - sources.count]] }
        }
        return total
    }

    private func cog(_ node: Design.Node, _ bodies: Counter?) -> Cog<Int> {
        if let bodies { return Cog(counted(node, bodies)) }
        switch node {
        case .add(let a, let k):
            return reading(a) { source in
                Cog { c in c[source] &+ k }
            } node: { node in
                Cog { c in c[node] &+ k }
            }
        case .double(let a):
            return reading(a) { source in
                Cog { c in c[source] &* 2 }
            } node: { node in
                Cog { c in c[node] &* 2 }
            }
        case .negate(let a):
            return reading(a) { source in
                Cog { c in 0 &- c[source] }
            } node: { node in
                Cog { c in 0 &- c[node] }
            }
        case .plus, .minus, .sum, .alternate: return Cog(selector(node))
        }
    }

    private func reading(
        _ index: Int, _ source: (Cog<Int>.Manual) -> Cog<Int>, node: (Cog<Int>) -> Cog<Int>
    ) -> Cog<Int> {
        design.isSource(index) ? source(sources[index]) : node(nodes[index - sources.count])
    }

    private func counted(
        _ node: Design.Node, _ bodies: Counter
    ) -> @MainActor (inout Reader) -> Int {
        let select = selector(node)
        return { c in
            bodies.count += 1
            return select(&c)
        }
    }

    private func selector(_ node: Design.Node) -> @MainActor (inout Reader) -> Int {
        switch node {
        case .add(let a, let k):
            let a = input(a)
            return { c in a.read(&c) &+ k }
        case .double(let a):
            let a = input(a)
            return { c in a.read(&c) &* 2 }
        case .negate(let a):
            let a = input(a)
            return { c in 0 &- a.read(&c) }
        case .plus(let a, let b):
            let (a, b) = (input(a), input(b))
            return { c in a.read(&c) &+ b.read(&c) }
        case .minus(let a, let b):
            let (a, b) = (input(a), input(b))
            return { c in a.read(&c) &- b.read(&c) }
        case .sum(let indices):
            let inputs = indices.map(input)
            return { c in
                var total = 0
                for input in inputs { total = total &+ input.read(&c) }
                return total
            }
        case .alternate(let switching, let even, let odd, let times):
            let (switching, even, odd) = (input(switching), input(even), input(odd))
            return { c in
                var total = 0
                for _ in 0..<times {
                    total = total &+ (switching.read(&c) % 2 == 0 ? even.read(&c) : odd.read(&c))
                }
                return total
            }
        }
    }

    private func input(_ index: Int) -> Input {
        design.isSource(index) ? .source(sources[index]) : .node(nodes[index - sources.count])
    }

    /// A source or a node.
    private enum Input {
        case source(Cog<Int>.Manual)
        case node(Cog<Int>)

        @inline(__always)
        func read(_ c: inout Reader) -> Int {
            switch self {
            case .source(let cog): c[cog]
            case .node(let cog): c[cog]
            }
        }
    }
}

/// How many bodies ran.
final class Counter {
    var count = 0
}
