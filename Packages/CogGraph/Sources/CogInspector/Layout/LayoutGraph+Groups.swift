extension LayoutGraph {
    /// The boxes that arrows join, however they point: the largest groups first, and of equal ones that with
    /// the first box.
    func groups() -> [[Int]] {
        var neighbours = [[Int]](repeating: [], count: sizes.count)
        for arrow in arrows {
            neighbours[arrow.from].append(arrow.to)
            neighbours[arrow.to].append(arrow.from)
        }
        var seen = [Bool](repeating: false, count: sizes.count)
        var groups: [[Int]] = []
        for start in sizes.indices where !seen[start] {
            seen[start] = true
            var group = [start]
            var head = 0
            while head < group.count {
                for next in neighbours[group[head]] where !seen[next] {
                    seen[next] = true
                    group.append(next)
                }
                head += 1
            }
            groups.append(group.sorted())
        }
        return groups.sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
    }

    /// The graph of some boxes, numbered anew, that no arrow joins with others.
    func part(of boxes: [Int]) -> LayoutGraph {
        let numbers = Dictionary(uniqueKeysWithValues: zip(boxes, boxes.indices))
        return LayoutGraph(
            sizes: boxes.map { sizes[$0] }, arrows: boxes.flatMap { arrows(from: $0, numbers) })
    }

    private func arrows(from box: Int, _ numbers: [Int: Int]) -> [Arrow] {
        // They are in order, so those of one box lie together.
        var (low, high) = (0, arrows.count)
        while low < high {
            let middle = (low + high) / 2
            if arrows[middle].from < box { low = middle + 1 } else { high = middle }
        }
        return arrows[low...].prefix { $0.from == box }.compactMap { arrow in
            guard let from = numbers[arrow.from], let to = numbers[arrow.to] else { return nil }
            return Arrow(from: from, to: to)
        }
    }
}
