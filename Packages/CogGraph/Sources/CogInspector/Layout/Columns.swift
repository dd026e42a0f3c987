/// Where the layers stand, and the middles of their knots from top to bottom.
///
/// Knots keep their order and their distance, and are as near as that lets them to the mean of what they are
/// joined with: of all such places those with the least sum of squares.
struct Columns {
    private(set) var lefts: [Int] = []
    private(set) var widths: [Int] = []
    private(set) var middles: [[Int]] = []
    private(set) var size = LayoutGraph.Size(width: 0, height: 0)

    private static let (passes, bendHeight) = (8, 4)

    init(_ layers: Layers) {
        let heights = layers.order.map { knots in
            knots.map { knot in
                if case .box(let box) = knot { layers.graph.sizes[box].height } else { Self.bendHeight }
            }
        }
        var places = heights.map { Self.packed($0) }
        for pass in 0..<Self.passes {
            let isForward = pass % 2 == 0
            for layer in isForward ? Array(places.indices) : places.indices.reversed() {
                let other = isForward ? layer - 1 : layer + 1
                guard places.indices.contains(other) else { continue }
                let wishes = layers.neighbours(of: layer, before: isForward).enumerated().map { place, its in
                    its.isEmpty
                        ? places[layer][place]
                        : its.reduce(0) { $0 + places[other][$1] } / Double(its.count)
                }
                places[layer] = Self.nearest(to: wishes, heights[layer])
            }
        }
        settle(places, heights)
        stand(layers)
    }

    /// One below the other.
    private static func packed(_ heights: [Int]) -> [Double] {
        var top = 0
        return heights.map { height in
            defer { top += height + Layout.rowGap }
            return Double(top) + Double(height) / 2
        }
    }

    /// Those nearest to what is wished: where two would come too near they become one block, at the mean of
    /// its wishes.
    private static func nearest(to wishes: [Double], _ heights: [Int]) -> [Double] {
        let offsets = packed(heights)
        var blocks: [(sum: Double, count: Int)] = []
        for (wish, offset) in zip(wishes, offsets) {
            var block = (sum: wish - offset, count: 1)
            while let last = blocks.last, last.sum / Double(last.count) >= block.sum / Double(block.count) {
                block = (block.sum + last.sum, block.count + last.count)
                blocks.removeLast()
            }
            blocks.append(block)
        }
        let starts = blocks.flatMap { Array(repeating: $0.sum / Double($0.count), count: $0.count) }
        return zip(starts, offsets).map { $0 + $1 }
    }

    /// In whole numbers from zero on, none nearer to another than it may be.
    private mutating func settle(_ places: [[Double]], _ heights: [[Int]]) {
        let tops = zip(places, heights).flatMap { zip($0, $1).map { $0 - Double($1) / 2 } }
        let top = tops.min() ?? 0
        for (layer, heights) in zip(places, heights) {
            var least = 0
            var column: [Int] = []
            for (place, height) in zip(layer, heights) {
                let wished = Int((place - top).rounded()) - height / 2
                let start = max(least, wished)
                column.append(start + height / 2)
                least = start + height + Layout.rowGap
            }
            middles.append(column)
            size.height = max(size.height, least - Layout.rowGap)
        }
    }

    private mutating func stand(_ layers: Layers) {
        var left = 0
        for knots in layers.order {
            let width = knots.reduce(0) { width, knot in
                if case .box(let box) = knot { max(width, layers.graph.sizes[box].width) } else { width }
            }
            lefts.append(left)
            widths.append(width)
            size.width = left + width
            left += width + Layout.columnGap
        }
    }
}
