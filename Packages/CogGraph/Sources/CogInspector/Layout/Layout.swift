/// Where boxes and arrows lie. Boxes that arrows join lie in layers from left to right, so that each arrow but one
/// that closes a cycle goes to the right; such groups, and boxes by themselves, stand beside and below one
/// another, the largest first. No two boxes share a point.
///
/// It depends on nothing but the graph. O(boxes and arrows, times a logarithm).
struct Layout {
    struct Point: Hashable {
        var x, y: Int

        func moved(by other: Point) -> Point { Point(x: x + other.x, y: y + other.y) }
    }

    struct Box: Hashable {
        var origin: Point
        let size: LayoutGraph.Size

        var entry: Point { Point(x: origin.x, y: origin.y + size.height / 2) }
        var exit: Point { Point(x: origin.x + size.width, y: origin.y + size.height / 2) }
    }

    struct Line: Hashable {
        let arrow: LayoutGraph.Arrow
        /// From the exit of one box to the entry of the other, in pairs between which it is level.
        var points: [Point]
    }

    /// Between a layer and the next, between boxes of a layer, between groups, and around all.
    static let (columnGap, rowGap, groupGap, margin) = (64, 16, 28, 24)
    /// How wide groups stand beside one another, if none is wider.
    private static let leastRoom = 960

    private(set) var boxes: [Box]
    private(set) var lines: [Line] = []
    private(set) var size = LayoutGraph.Size(width: 0, height: 0)

    init(_ graph: LayoutGraph) {
        boxes = graph.sizes.map { Box(origin: Point(x: 0, y: 0), size: $0) }
        stand(graph.groups().map { ($0, LayeredGroup(graph.part(of: $0))) })
        size.width += Self.margin
        size.height += Self.margin
    }

    private mutating func stand(_ groups: [(members: [Int], layered: LayeredGroup)]) {
        let room = groups.reduce(Self.leastRoom) { max($0, $1.layered.size.width) } + Self.margin
        var at = Point(x: Self.margin, y: Self.margin)
        var height = 0
        for (members, layered) in groups {
            let its = layered.size
            if at.x > Self.margin, at.x + its.width > room {
                at = Point(x: Self.margin, y: at.y + height + Self.groupGap)
                height = 0
            }
            for (box, origin) in zip(members, layered.origins) { boxes[box].origin = origin.moved(by: at) }
            for line in layered.lines { lines.append(line.renamed(members).moved(by: at)) }
            size.width = max(size.width, at.x + its.width)
            height = max(height, its.height)
            size.height = at.y + height
            at.x += its.width + Self.groupGap
        }
    }
}

extension Layout.Line {
    fileprivate func renamed(_ members: [Int]) -> Self {
        Self(arrow: .init(from: members[arrow.from], to: members[arrow.to]), points: points)
    }

    fileprivate func moved(by point: Layout.Point) -> Self {
        Self(arrow: arrow, points: points.map { $0.moved(by: point) })
    }
}
