extension Design {
    /// A design that is made when it is asked for: the large ones take a while.
    struct Named: Sendable {
        let name: String
        let make: @Sendable (_ name: String) -> Design

        var design: Design { make(name) }
    }

    static let all: [Named] =
        [
            Named(name: "turn-deep") { chain($0, 50) }, Named(name: "chain100") { chain($0, 100) },
            Named(name: "turn-diamond", make: diamond), Named(name: "turn-broad", make: broad),
            Named(name: "fan16", make: fan16), Named(name: "steady", make: steady),
            Named(name: "turn-unstable", make: unstable), Named(name: "cellx-1000", make: cellx),
            Named(name: "effect-steady", make: effectSteady), Named(name: "edge-static32", make: edgeStatic),
            Named(name: "edge-churn32", make: edgeChurn),
        ] + dynamics

    @Sendable private static func chain(_ name: String, _ length: Int) -> Design {
        var builder = DesignBuilder(sources: 1)
        var last = 0
        for _ in 0..<length { last = builder.add(.add(last, 1)) }
        return single(name, builder, reads: [last], bodies: length)
    }

    @Sendable private static func diamond(_ name: String) -> Design {
        var builder = DesignBuilder(sources: 1)
        let arms = (0..<5).map { _ in builder.add(.add(0, 1)) }
        let sum = builder.add(.sum(arms))
        return single(name, builder, reads: [sum], bodies: 6)
    }

    @Sendable private static func broad(_ name: String) -> Design {
        var builder = DesignBuilder(sources: 1)
        let leaves = (0..<50).map { arm in
            let offset = builder.add(.add(0, arm))
            return builder.add(.add(offset, 1))
        }
        return single(name, builder, reads: leaves, bodies: 100)
    }

    @Sendable private static func fan16(_ name: String) -> Design {
        var builder = DesignBuilder(sources: 1)
        let leaves = (0..<16).map { builder.add(.add(0, $0)) }
        return single(name, builder, reads: leaves, bodies: 16)
    }

    @Sendable private static func steady(_ name: String) -> Design {
        var builder = DesignBuilder(sources: 1)
        let doubled = builder.add(.double(0))
        return single(name, builder, reads: [doubled], bodies: 1)
    }

    @Sendable private static func unstable(_ name: String) -> Design {
        var builder = DesignBuilder(sources: 1)
        let doubled = builder.add(.double(0))
        let inverse = builder.add(.negate(0))
        let sum = builder.add(.alternate(switching: 0, even: inverse, odd: doubled, times: 20))
        // The one of the two that is not read need not run.
        return single(name, builder, reads: [sum], bodies: 2)
    }

    /// The shape of the cellx benchmark: 1,000 layers of four cells over four sources.
    @Sendable private static func cellx(_ name: String) -> Design {
        var builder = DesignBuilder(sources: 4)
        var above = [0, 1, 2, 3]
        for _ in 0..<1_000 {
            above = [
                builder.add(.add(above[1], 0)), builder.add(.minus(above[0], above[2])),
                builder.add(.plus(above[1], above[3])), builder.add(.add(above[2], 0)),
            ]
        }
        return Design(
            name: name, start: [1, 2, 3, 4], nodes: builder.nodes, reads: above,
            work: Work(bodies: 4_000), writes: 4,
            value: { operation, place in operation % 2 == 0 ? 4 - place : place + 1 })
    }

    @Sendable private static func effectSteady(_ name: String) -> Design {
        var builder = DesignBuilder(sources: 1)
        let doubled = builder.add(.double(0))
        return Design(
            name: name, start: [0], nodes: builder.nodes, reads: [doubled], isObserved: true,
            work: Work(bodies: 1, reactions: 1))
    }

    /// 32 sources summed by one row that a reaction stores; one of them grows by 32.
    @Sendable private static func edgeStatic(_ name: String) -> Design {
        var builder = DesignBuilder(sources: 32)
        let sum = builder.add(.sum(Array(0..<32)))
        return Design(
            name: name, start: Array(0..<32), nodes: builder.nodes, reads: [sum],
            isObserved: true, work: Work(bodies: 1, reactions: 1), rotation: 32,
            value: { operation, _ in operation + 32 })
    }

    /// A window of 32 out of 128 sources, summed by one row that a reaction stores; it moves.
    @Sendable private static func edgeChurn(_ name: String) -> Design {
        var builder = DesignBuilder(sources: 129)
        let sum = builder.add(.window(start: 0, length: 32, inputs: Array(1...128)))
        return Design(
            name: name, start: [0] + Array(0..<128), nodes: builder.nodes, reads: [sum],
            isObserved: true, work: Work(bodies: 1, reactions: 1))
    }

    private static func single(
        _ name: String, _ builder: DesignBuilder, reads: [Int], bodies: Int
    ) -> Design {
        Design(
            name: name, start: [0], nodes: builder.nodes, reads: reads, work: Work(bodies: bodies))
    }
}
