/// Boxes in layers, with places for arrows that pass layers by: every step goes from one layer to the next.
struct Layers {
    /// A box, or the bend of an arrow in a layer that it passes.
    enum Knot: Hashable {
        case box(Int)
        case bend(arrow: Int, layer: Int)
    }

    /// An arrow over so many layers is not led around what lies between: bends would outnumber all else.
    static let longestBent = 12

    let graph: LayoutGraph
    /// Of each box.
    let layerOfBox: [Int]
    /// The arrows that go from a layer to a later one; a cycle's last does not.
    let forward: [LayoutGraph.Arrow]
    /// The knots of each layer, in an order that crosses few arrows.
    private(set) var order: [[Knot]]
    /// The steps out of a layer, by the places of their ends in the order of theirs.
    private var steps: [[(from: Knot, to: Knot)]]

    init(_ graph: LayoutGraph) {
        self.graph = graph
        forward = graph.withoutCycles()
        layerOfBox = Self.layers(of: graph, forward)
        let count = (layerOfBox.max() ?? -1) + 1
        order = Array(repeating: [], count: count)
        steps = Array(repeating: [], count: count)
        for (box, layer) in layerOfBox.enumerated() { order[layer].append(.box(box)) }
        for (number, arrow) in forward.enumerated() { lead(arrow, number) }
    }

    /// The longest way from what reads nothing; what reads nothing itself is right before its first reader.
    private static func layers(of graph: LayoutGraph, _ arrows: [LayoutGraph.Arrow]) -> [Int] {
        let next = graph.lists(of: arrows, by: \.from, giving: \.to)
        var waiting = graph.lists(of: arrows, by: \.to, giving: \.from).map(\.count)
        let roots = waiting.indices.filter { waiting[$0] == 0 }
        var layers = [Int](repeating: 0, count: graph.sizes.count)
        var queue = roots
        var head = 0
        while head < queue.count {
            let box = queue[head]
            head += 1
            for reader in next[box] {
                layers[reader] = max(layers[reader], layers[box] + 1)
                waiting[reader] -= 1
                if waiting[reader] == 0 { queue.append(reader) }
            }
        }
        for root in roots {
            if let first = next[root].map({ layers[$0] }).min() { layers[root] = first - 1 }
        }
        return layers
    }

    private mutating func lead(_ arrow: LayoutGraph.Arrow, _ number: Int) {
        let (first, last) = (layerOfBox[arrow.from], layerOfBox[arrow.to])
        guard last - first <= Self.longestBent else { return }
        var knot = Knot.box(arrow.from)
        for layer in first..<last {
            let next = layer + 1 == last ? Knot.box(arrow.to) : .bend(arrow: number, layer: layer + 1)
            steps[layer].append((knot, next))
            if layer + 1 < last { order[layer + 1].append(next) }
            knot = next
        }
    }

    /// The knots that each knot of a layer is joined with in the one before, or behind, by their order there.
    func neighbours(of layer: Int, before: Bool) -> [[Int]] {
        let other = before ? layer - 1 : layer + 1
        var lists = [[Int]](repeating: [], count: order[layer].count)
        guard order.indices.contains(other) else { return lists }
        let (here, there) = (places(in: layer), places(in: other))
        for step in steps[before ? other : layer] {
            let (own, its) = before ? (step.to, step.from) : (step.from, step.to)
            if let own = here[own], let its = there[its] { lists[own].append(its) }
        }
        return lists
    }

    private func places(in layer: Int) -> [Knot: Int] {
        Dictionary(uniqueKeysWithValues: zip(order[layer], order[layer].indices))
    }

    /// Orders each layer by the middle of what it is joined with, there and back, as long as that helps.
    mutating func untangle(sweeps: Int = 12) {
        var best = (order: order, crossings: crossings)
        for sweep in 0..<sweeps where best.crossings > 0 {
            let isForward = sweep % 2 == 0
            let layers = isForward ? Array(order.indices) : order.indices.reversed()
            for layer in layers { sort(layer, by: neighbours(of: layer, before: isForward)) }
            let now = crossings
            if now < best.crossings { best = (order, now) }
        }
        order = best.order
    }

    private mutating func sort(_ layer: Int, by neighbours: [[Int]]) {
        let middles = neighbours.enumerated().map { place, its in
            its.isEmpty ? Double(place) : Double(its.reduce(0, +)) / Double(its.count)
        }
        let sorted = order[layer].indices.sorted { (middles[$0], $0) < (middles[$1], $1) }
        order[layer] = sorted.map { order[layer][$0] }
    }

    /// How many pairs of steps cross. O(steps · log of a layer's knots).
    var crossings: Int {
        var count = 0
        for layer in order.indices.dropLast() {
            let ends = neighbours(of: layer, before: false).flatMap { $0.sorted() }
            var tree = [Int](repeating: 0, count: order[layer + 1].count + 1)
            for (seen, end) in ends.enumerated() {
                // Those before that end at the same place or above cross nothing.
                var (index, above) = (end + 1, 0)
                while index > 0 {
                    above += tree[index]
                    index &= index - 1
                }
                count += seen - above
                index = end + 1
                while index < tree.count {
                    tree[index] += 1
                    index += index & -index
                }
            }
        }
        return count
    }
}
