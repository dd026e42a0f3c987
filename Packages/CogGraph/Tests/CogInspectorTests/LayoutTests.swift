import Testing

@testable import CogInspector

@Suite("Where boxes and arrows lie")
struct LayoutTests {
    @Test("HIST-3: no two boxes share a point, arrows go to the right, and the same graph lies the same")
    func invariants() {
        for seed in 0..<400 {
            var chance = Chance(seed: UInt64(seed))
            let graph = LayoutGraph.random(by: &chance)
            let layout = Layout(graph)
            #expect(layout.boxes.map(\.size) == graph.sizes, "\(seed)")
            #expect(clashes(in: layout).isEmpty, "\(seed)")
            #expect(layout.lines.map(\.arrow).count == graph.arrows.count, "\(seed)")
            #expect(Set(layout.lines.map(\.arrow)) == Set(graph.arrows), "\(seed)")
            let forward = Set(graph.withoutCycles())
            for line in layout.lines where forward.contains(line.arrow) {
                #expect(zip(line.points, line.points.dropFirst()).allSatisfy { $0.x <= $1.x }, "\(seed)")
                let gap = layout.boxes[line.arrow.to].origin.x - layout.boxes[line.arrow.from].exit.x
                #expect(gap >= Layout.columnGap, "\(seed)")
            }
            for line in layout.lines {
                #expect(line.points.first == layout.boxes[line.arrow.from].exit, "\(seed)")
                #expect(line.points.last == layout.boxes[line.arrow.to].entry, "\(seed)")
            }
            for box in layout.boxes {
                #expect(box.origin.x >= Layout.margin && box.origin.y >= Layout.margin, "\(seed)")
                #expect(box.exit.x <= layout.size.width - Layout.margin, "\(seed)")
                #expect(box.origin.y + box.size.height <= layout.size.height - Layout.margin, "\(seed)")
            }
            let again = Layout(LayoutGraph(sizes: graph.sizes, arrows: graph.arrows.reversed()))
            #expect(again.boxes == layout.boxes && again.lines == layout.lines, "\(seed)")
        }
    }

    /// Pairs of boxes that are nearer than they may be in both directions, found by sorting: of those that overlap from left to right few are near.
    private func clashes(in layout: Layout) -> [(Int, Int)] {
        let places = layout.boxes.indices.sorted { layout.boxes[$0].origin.y < layout.boxes[$1].origin.y }
        var found: [(Int, Int)] = []
        for (number, place) in places.enumerated() {
            let box = layout.boxes[place]
            for other in places[(number + 1)...] {
                let its = layout.boxes[other]
                if its.origin.y >= box.origin.y + box.size.height + Layout.rowGap { break }
                if its.origin.x < box.exit.x + Layout.rowGap, box.origin.x < its.exit.x + Layout.rowGap {
                    found.append((place, other))
                }
            }
        }
        return found
    }

    @Test("HIST-3: arrows are untangled, and never more tangled than they were")
    func untangled() {
        let sizes = Array(repeating: LayoutGraph.Size(width: 100, height: 40), count: 8)
        let crossed = LayoutGraph(
            sizes: sizes, arrows: (0..<4).map { LayoutGraph.Arrow(from: $0, to: 7 - $0) })
        var layers = Layers(crossed)
        #expect(layers.crossings == 6)
        layers.untangle()
        #expect(layers.crossings == 0)
        var (tangled, untangled) = (0, 0)
        for seed in 0..<200 {
            var chance = Chance(seed: UInt64(seed))
            let graph = LayoutGraph.random(by: &chance)
            var layers = Layers(graph)
            let before = layers.crossings
            let counted = layers.countedCrossings
            #expect(before == counted, "\(seed)")
            layers.untangle()
            #expect(layers.crossings <= before, "\(seed)")
            tangled += before
            untangled += layers.crossings
        }
        // What the best of the sweeps leaves of these graphs; the last of them leaves more.
        #expect((tangled, untangled) == (42_569, 10_924))
    }

    @Test("HIST-3: a straight chain lies in a line, and what nothing reads stands by itself below")
    func shapes() {
        let size = LayoutGraph.Size(width: 100, height: 40)
        let chain = Layout(
            LayoutGraph(
                sizes: Array(repeating: size, count: 5),
                arrows: [
                    .init(from: 0, to: 1), .init(from: 1, to: 2), .init(from: 9, to: 0),
                    .init(from: 2, to: 2),
                ]))
        #expect(Set(chain.boxes[0...2].map(\.origin.y)).count == 1)
        #expect(chain.boxes[3...4].allSatisfy { $0.origin.x > chain.boxes[2].exit.x })
        // A source stands right before its first reader, not at the far left.
        let late = Layout(
            LayoutGraph(
                sizes: Array(repeating: size, count: 4),
                arrows: [.init(from: 0, to: 1), .init(from: 1, to: 2), .init(from: 3, to: 2)]))
        #expect(late.boxes[3].origin.x == late.boxes[1].origin.x)
        let empty = Layout(LayoutGraph(sizes: [], arrows: []))
        #expect(empty.boxes.isEmpty && empty.lines.isEmpty)
    }

    @Test("HIST-3: bends do not outnumber arrows by more than the layers that one is led around")
    func bends() {
        // Each of a chain reads the first: without a limit half a million bends.
        let count = 1_000
        let graph = LayoutGraph(
            sizes: Array(repeating: .init(width: 100, height: 40), count: count),
            arrows: (1..<count).flatMap { [.init(from: $0 - 1, to: $0), .init(from: 0, to: $0)] })
        let layout = Layout(graph)
        let points = layout.lines.reduce(0) { $0 + $1.points.count }
        #expect(layout.lines.count == graph.arrows.count)
        #expect(points < graph.arrows.count * 2 + Layers.longestBent * Layers.longestBent * 2)
    }
}

extension Layers {
    /// Pair by pair, as the definition says.
    fileprivate var countedCrossings: Int {
        order.indices.dropLast().reduce(0) { count, layer in
            let steps = neighbours(of: layer, before: false).enumerated().flatMap { from, tos in
                tos.map { (from, $0) }
            }
            return count
                + steps.reduce(0) { sum, step in
                    sum + steps.filter { step.0 < $0.0 && step.1 > $0.1 }.count
                }
        }
    }
}

extension LayoutGraph {
    fileprivate static func random(by chance: inout Chance) -> LayoutGraph {
        let count = chance.number(below: 50) + 1
        let sizes = (0..<count).map { _ in
            Size(width: 40 + chance.number(below: 200), height: 20 + chance.number(below: 40))
        }
        // Some of them close cycles, some are loops, and some lead nowhere.
        let mayClose = chance.number(below: 3) == 0
        let arrows = (0..<chance.number(below: count * 3)).map { _ in
            let (a, b) = (chance.number(below: count + 1), chance.number(below: count + 1))
            return mayClose ? Arrow(from: a, to: b) : Arrow(from: min(a, b), to: max(a, b))
        }
        return LayoutGraph(sizes: sizes, arrows: arrows)
    }
}

/// Numbers that are the same for a seed.
struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func number(below limit: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ mixed >> 31) % UInt64(max(limit, 1)))
    }
}
