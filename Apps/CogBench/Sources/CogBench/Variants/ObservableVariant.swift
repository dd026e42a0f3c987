/// The design as `@Observable` sources and plain closures over them, with nothing remembered between.
@MainActor
final class ObservableVariant: Variant {
    let tally: Tally
    private let design: Design
    private let sources: [ObservableCell]
    private var nodes: [() -> Int] = []
    private var reads: [Tracked] = []

    init(_ design: Design, _ tally: Tally) {
        self.tally = tally
        self.design = design
        sources = design.start.map { ObservableCell($0) }
        for node in design.nodes { nodes.append(body(node)) }
        reads = design.reads.map { [sources, nodes] in Tracked(nodes[$0 - sources.count]) }
    }

    func run(_ operations: Range<Int>) -> Int {
        let (writes, rotation, value) = (design.writes, design.rotation, design.value)
        var first = design.firstSource(operations.lowerBound)
        var total = 0
        for operation in operations {
            for place in 0..<writes { sources[first + place].write(value(operation, place)) }
            total = 0
            if design.isObserved {
                for read in reads { total = total &+ read.read { _ in tally.reactions &+= 1 } }
            } else {
                for read in reads { total = total &+ read.read() }
            }
            first = first + 1 == rotation ? 0 : first + 1
        }
        return total
    }

    private func body(_ node: Design.Node) -> () -> Int {
        let (inputs, tally) = (node.inputs.map(input), tally)
        let a = inputs[0]
        switch node {
        case .add(_, let k):
            return {
                tally.bodies &+= 1
                return a() &+ k
            }
        case .double:
            return {
                tally.bodies &+= 1
                return a() &* 2
            }
        case .negate:
            return {
                tally.bodies &+= 1
                return 0 &- a()
            }
        case .zero:
            return {
                tally.bodies &+= 1
                return a() &* 0
            }
        case .plus:
            let b = inputs[1]
            return {
                tally.bodies &+= 1
                return a() &+ b()
            }
        case .minus:
            let b = inputs[1]
            return {
                tally.bodies &+= 1
                return a() &- b()
            }
        case .sum:
            return {
                tally.bodies &+= 1
                var total = 0
                for input in inputs { total = total &+ input() }
                return total
            }
        case .again(_, let times):
            return {
                tally.bodies &+= 1
                var total = 0
                for _ in 0..<times { total = total &+ a() }
                return total
            }
        case .alternate(_, _, _, let times):
            let (even, odd) = (inputs[1], inputs[2])
            return {
                tally.bodies &+= 1
                var total = 0
                for _ in 0..<times { total = total &+ (a() % 2 == 0 ? even() : odd()) }
                return total
            }
        case .window(_, let length, _):
            let sources = Array(inputs.dropFirst())
            return {
                tally.bodies &+= 1
                var total = 0
                for offset in 0..<length { total = total &+ sources[(a() + offset) % sources.count]() }
                return total
            }
        }
    }

    private func input(_ index: Int) -> () -> Int {
        if index < sources.count {
            let source = sources[index]
            return { source.value }
        }
        return nodes[index - sources.count]
    }
}
