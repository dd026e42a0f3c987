extension Design {
    /// The sizes that benchmarks of reactive frameworks commonly use: small, dynamic, large, dense,
    /// deep and wide.
    static let dynamics: [Named] = [
        dynamic(width: 10, layers: 5, fanIn: 2), dynamic(width: 10, layers: 10, fanIn: 6),
        dynamic(width: 1_000, layers: 12, fanIn: 4), dynamic(width: 1_000, layers: 5, fanIn: 25),
        dynamic(width: 5, layers: 500, fanIn: 3), dynamic(width: 100, layers: 15, fanIn: 6),
    ]

    /// `width` sources under rows of as many nodes, each the sum of `fanIn` neighbours above, wrapping
    /// around. An operation writes one source, the next one each time, and reads the last row.
    private static func dynamic(width: Int, layers: Int, fanIn: Int) -> Named {
        Named(name: "dyn-\(width)x\(layers)f\(fanIn)") { dynamic($0, width, layers, fanIn) }
    }

    private static func dynamic(_ name: String, _ width: Int, _ layers: Int, _ fanIn: Int) -> Design {
        var builder = DesignBuilder(sources: width)
        var above = Array(0..<width)
        for _ in 1..<layers {
            above = (0..<width).map { place in
                builder.add(.sum((0..<fanIn).map { above[(place + $0) % width] }))
            }
        }
        // A change reaches `fanIn` nodes of the first row, and `fanIn - 1` more in each row below.
        let bodies = (1..<layers).reduce(0) { $0 + min(width, $1 * (fanIn - 1) + 1) }
        return Design(
            name: name, start: Array(0..<width), nodes: builder.nodes,
            reads: above, work: Work(bodies: bodies), rotation: width)
    }
}
