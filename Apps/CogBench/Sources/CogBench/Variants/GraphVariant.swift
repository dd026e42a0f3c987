@_spi(Mechanisms) import CogGraph

/// The design as cogs, read as UI reads them or by reactions that store what they see.
@MainActor
final class GraphVariant: Variant {
    let tally: Tally
    private let design: Design
    private let cogs = benchContext()
    private let sources: [Cog<Int>.Manual]
    private var nodes: [Cog<Int>] = []
    private var reads: [Cog<Int>] = []
    private var seen: [Cell] = []

    init(_ design: Design, _ tally: Tally) {
        self.tally = tally
        self.design = design
        sources = design.start.map { value in Cog<Int>.Manual { value } }
        for node in design.nodes { nodes.append(cog(node)) }
        reads = design.reads.map { nodes[$0 - sources.count] }
        guard design.isObserved else { return }
        for node in reads {
            let stored = Cell()
            seen.append(stored)
            _ = cogs.context.register("store") { [tally] c in
                tally.reactions &+= 1
                stored.value = c[node]
            }
        }
    }

    func run(_ operations: Range<Int>) -> Int {
        let (cogs, sources, writes, value) = (cogs, sources, design.writes, design.value)
        let (reads, seen, rotation) = (reads, seen, design.rotation)
        // What is the same each time is taken out of its list once, as in the control.
        let (source, end, seenFirst) = (sources[0], reads[0], seen.first)
        var first = design.firstSource(operations.lowerBound)
        var total = 0
        for operation in operations {
            if rotation == 1, writes == 1 {
                cogs.turn(source, to: value(operation, 0))
            } else if writes == 1 {
                cogs.turn(sources[first], to: value(operation, 0))
            } else {
                let start = first
                cogs.turn { c in
                    for place in 0..<writes { c[sources[start + place]] = value(operation, place) }
                }
            }
            if let seenFirst {
                total = seenFirst.value
                for index in 1..<seen.count { total = total &+ seen[index].value }
            } else {
                total = cogs[end]
                for index in 1..<reads.count { total = total &+ cogs[reads[index]] }
            }
            first = first + 1 == rotation ? 0 : first + 1
        }
        return total
    }

    func close() { cogs.context.close() }

    /// What a node reads is all sources or all nodes, but for what switches it.
    private func cog(_ node: Design.Node) -> Cog<Int> {
        switch node {
        case .alternate(let switching, let even, let odd, let times):
            let (switching, tally) = (sources[switching], tally)
            let (even, odd) = (nodes[even - sources.count], nodes[odd - sources.count])
            return Cog { c in
                tally.bodies &+= 1
                var total = 0
                for _ in 0..<times { total = total &+ (c[switching] % 2 == 0 ? c[even] : c[odd]) }
                return total
            }
        default:
            return node.inputs[0] < sources.count
                ? cog(node, node.inputs.map { sources[$0] })
                : cog(node, node.inputs.map { nodes[$0 - sources.count] })
        }
    }

    private func cog<Input: CogReadable<Int>>(_ node: Design.Node, _ inputs: [Input]) -> Cog<Int> {
        let (a, tally) = (inputs[0], tally)
        switch node {
        case .add(_, let k):
            return Cog { c in
                tally.bodies &+= 1
                return c[a] &+ k
            }
        case .double:
            return Cog { c in
                tally.bodies &+= 1
                return c[a] &* 2
            }
        case .negate:
            return Cog { c in
                tally.bodies &+= 1
                return 0 &- c[a]
            }
        case .zero:
            return Cog { c in
                tally.bodies &+= 1
                return c[a] &* 0
            }
        case .plus:
            let b = inputs[1]
            return Cog { c in
                tally.bodies &+= 1
                return c[a] &+ c[b]
            }
        case .minus:
            let b = inputs[1]
            return Cog { c in
                tally.bodies &+= 1
                return c[a] &- c[b]
            }
        case .sum:
            return Cog { c in
                tally.bodies &+= 1
                var total = 0
                for input in inputs { total = total &+ c[input] }
                return total
            }
        case .again(_, let times):
            return Cog { c in
                tally.bodies &+= 1
                var total = 0
                for _ in 0..<times { total = total &+ c[a] }
                return total
            }
        case .window(_, let length, _):
            let sources = Array(inputs.dropFirst())
            return Cog { c in
                tally.bodies &+= 1
                let first = c[a]
                var total = 0
                for offset in 0..<length { total = total &+ c[sources[(first + offset) % sources.count]] }
                return total
            }
        case .alternate: fatalError("a node that switches reads sources and nodes")
        }
    }
}

/// Contexts of the bench never claim the production slot: there are many.
@MainActor
func benchContext() -> Cogs { Cogs(context: Context(holdsProductionSlot: false, history: .off)) }
