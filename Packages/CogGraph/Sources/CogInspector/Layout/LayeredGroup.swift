/// Boxes that arrows join, in layers from the left.
struct LayeredGroup {
    private(set) var origins: [Layout.Point]
    private(set) var lines: [Layout.Line] = []
    let size: LayoutGraph.Size

    init(_ graph: LayoutGraph) {
        var layers = Layers(graph)
        layers.untangle()
        let columns = Columns(layers)
        size = columns.size
        origins = Array(repeating: Layout.Point(x: 0, y: 0), count: graph.sizes.count)
        var bends: [Layers.Knot: [Layout.Point]] = [:]
        for (layer, knots) in layers.order.enumerated() {
            let (left, right) = (columns.lefts[layer], columns.lefts[layer] + columns.widths[layer])
            for (knot, middle) in zip(knots, columns.middles[layer]) {
                switch knot {
                case .box(let box): origins[box] = .init(x: left, y: middle - graph.sizes[box].height / 2)
                case .bend: bends[knot] = [.init(x: left, y: middle), .init(x: right, y: middle)]
                }
            }
        }
        for (number, arrow) in layers.forward.enumerated() {
            let (first, last) = (layers.layerOfBox[arrow.from], layers.layerOfBox[arrow.to])
            add(
                arrow, in: graph,
                through: (first..<last).flatMap { bends[.bend(arrow: number, layer: $0)] ?? [] })
        }
        let forward = Set(layers.forward)
        for arrow in graph.arrows where !forward.contains(arrow) { add(arrow, in: graph, through: []) }
    }

    private mutating func add(
        _ arrow: LayoutGraph.Arrow, in graph: LayoutGraph, through bends: [Layout.Point]
    ) {
        let from = Layout.Box(origin: origins[arrow.from], size: graph.sizes[arrow.from])
        let to = Layout.Box(origin: origins[arrow.to], size: graph.sizes[arrow.to])
        lines.append(Layout.Line(arrow: arrow, points: [from.exit] + bends + [to.entry]))
    }
}
