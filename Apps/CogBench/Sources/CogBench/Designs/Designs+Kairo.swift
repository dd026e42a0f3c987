/// A graph that is built, driven for so many turns and released, all in one operation.
struct Kairo {
    let design: Design
    let turns: Int
    /// What runs in the graph when it is built: each node once, but for what nothing reads.
    private let building: Work

    var name: String { design.name }
    /// Bodies, or reactions where more of them run.
    var units: Int { max(work(.graph).bodies, work(.graph).reactions) }

    static let all: [Kairo] = [
        avoidable, broad, deep, diamond, observers, repeated, triangle, unstable,
    ]

    /// What one operation of a variant runs.
    func work(_ kind: VariantKind) -> Work {
        let driving = (design.work[kind] ?? Work()) * turns
        return switch kind {
        case .graph: building + driving
        case .floor, .control:
            Work(bodies: design.nodes.count, reactions: design.reads.count) + driving
        // Nothing is looked at before the first turn.
        case .observable: driving
        }
    }

    private init(
        _ name: String, _ builder: DesignBuilder, reads: [Int], bodies: Int, reactions: Int? = nil,
        unread: Int = 0, turns: Int
    ) {
        design = Design(
            name: "kairo-\(name)", start: [0], nodes: builder.nodes, reads: reads, isObserved: true,
            work: Work(bodies: bodies, reactions: reactions ?? reads.count))
        self.turns = turns
        building = Work(bodies: builder.nodes.count - unread, reactions: reads.count)
    }

    /// A node whose value never changes stands between the source and most of the graph.
    private static let avoidable: Kairo = {
        var builder = DesignBuilder(sources: 1)
        let first = builder.add(.add(0, 0))
        let same = builder.add(.zero(first))
        let third = builder.add(.add(same, 1))
        let fourth = builder.add(.add(third, 2))
        let last = builder.add(.add(fourth, 3))
        return Kairo("avoidable", builder, reads: [last], bodies: 2, reactions: 0, turns: 500)
    }()

    private static let broad: Kairo = {
        var builder = DesignBuilder(sources: 1)
        let leaves = (0..<50).map { arm in
            let offset = builder.add(.add(0, arm))
            return builder.add(.add(offset, 1))
        }
        return Kairo("broad", builder, reads: leaves, bodies: 100, turns: 50)
    }()

    private static let deep: Kairo = {
        var builder = DesignBuilder(sources: 1)
        var last = 0
        for _ in 0..<50 { last = builder.add(.add(last, 1)) }
        return Kairo("deep", builder, reads: [last], bodies: 50, turns: 50)
    }()

    private static let diamond: Kairo = {
        var builder = DesignBuilder(sources: 1)
        let arms = (0..<5).map { _ in builder.add(.add(0, 1)) }
        let sum = builder.add(.sum(arms))
        return Kairo("diamond", builder, reads: [sum], bodies: 6, turns: 500)
    }()

    /// 30 reactions on one node.
    private static let observers: Kairo = {
        var builder = DesignBuilder(sources: 1)
        let node = builder.add(.add(0, 1))
        return Kairo("observers", builder, reads: Array(repeating: node, count: 30), bodies: 1, turns: 100)
    }()

    /// One node that reads its source 30 times.
    private static let repeated: Kairo = {
        var builder = DesignBuilder(sources: 1)
        let sum = builder.add(.again(0, times: 30))
        return Kairo("repeated", builder, reads: [sum], bodies: 1, turns: 100)
    }()

    /// A chain of ten with a sum over all its links.
    private static let triangle: Kairo = {
        var builder = DesignBuilder(sources: 1)
        var links = [0]
        for _ in 0..<10 { links.append(builder.add(.add(links[links.count - 1], 1))) }
        let sum = builder.add(.sum(Array(links.dropFirst())))
        return Kairo("triangle", builder, reads: [sum], bodies: 11, turns: 100)
    }()

    private static let unstable: Kairo = {
        var builder = DesignBuilder(sources: 1)
        let doubled = builder.add(.double(0))
        let inverse = builder.add(.negate(0))
        let sum = builder.add(.alternate(switching: 0, even: inverse, odd: doubled, times: 20))
        return Kairo("unstable", builder, reads: [sum], bodies: 2, unread: 1, turns: 100)
    }()
}
