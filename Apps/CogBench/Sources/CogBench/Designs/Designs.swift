extension Design {
    static let all: [Design] = [
        chain("turn-deep", 50), chain("chain100", 100), diamond, broad, fan16, steady, unstable, cellx,
        dynamic,
    ]

    private static func chain(_ name: String, _ length: Int) -> Design {
        var builder = DesignBuilder(sources: 1)
        var last = 0
        for _ in 0..<length { last = builder.add(.add(last, 1)) }
        return single(name, builder, reads: [last], bodies: length)
    }

    private static let diamond: Design = {
        var builder = DesignBuilder(sources: 1)
        let arms = (0..<5).map { _ in builder.add(.add(0, 1)) }
        let sum = builder.add(.sum(arms))
        return single("turn-diamond", builder, reads: [sum], bodies: 6)
    }()

    private static let broad: Design = {
        var builder = DesignBuilder(sources: 1)
        let leaves = (0..<50).map { arm in
            let offset = builder.add(.add(0, arm))
            return builder.add(.add(offset, 1))
        }
        return single("turn-broad", builder, reads: leaves, bodies: 100)
    }()

    private static let fan16: Design = {
        var builder = DesignBuilder(sources: 1)
        let leaves = (0..<16).map { builder.add(.add(0, $0)) }
        return single("fan16", builder, reads: leaves, bodies: 16)
    }()

    private static let steady: Design = {
        var builder = DesignBuilder(sources: 1)
        let doubled = builder.add(.double(0))
        return single("steady", builder, reads: [doubled], bodies: 1)
    }()

    private static let unstable: Design = {
        var builder = DesignBuilder(sources: 1)
        let doubled = builder.add(.double(0))
        let inverse = builder.add(.negate(0))
        let sum = builder.add(.alternate(switching: 0, even: inverse, odd: doubled, times: 20))
        // The one of the two that is not read need not run.
        return single("turn-unstable", builder, reads: [sum], bodies: 2)
    }()

    /// The shape of the cellx benchmark: 1,000 layers of four cells over four sources.
    private static let cellx: Design = {
        var builder = DesignBuilder(sources: 4)
        var above = [0, 1, 2, 3]
        for _ in 0..<1_000 {
            above = [
                builder.add(.add(above[1], 0)), builder.add(.minus(above[0], above[2])),
                builder.add(.plus(above[1], above[3])), builder.add(.add(above[2], 0)),
            ]
        }
        return Design(
            name: "cellx-1000", start: [1, 2, 3, 4], nodes: builder.nodes, reads: above, bodies: 4_000,
            writes: 4, value: { operation, source in operation % 2 == 0 ? 4 - source : source + 1 })
    }()

    /// Ten sources and nine rows of ten, each node summing six neighbours above.
    private static let dynamic: Design = {
        var builder = DesignBuilder(sources: 10)
        var above = Array(0..<10)
        for _ in 0..<9 {
            above = (0..<10).map { place in
                builder.add(.sum((0..<6).map { above[(place + $0) % 10] }))
            }
        }
        return Design(
            name: "dyn-10x10", start: Array(0..<10), nodes: builder.nodes, reads: above,
            bodies: 6 + 8 * 10, writes: 1, value: { operation, _ in operation + 1 })
    }()

    private static func single(
        _ name: String, _ builder: DesignBuilder, reads: [Int], bodies: Int
    ) -> Design {
        Design(
            name: name, start: [0], nodes: builder.nodes, reads: reads, bodies: bodies,
            writes: 1, value: { operation, _ in operation + 1 })
    }
}
