/// What is to be laid out: boxes, and arrows between them by their numbers.
struct LayoutGraph {
    struct Size: Hashable {
        var width, height: Int
    }

    struct Arrow: Hashable {
        let from, to: Int
    }

    let sizes: [Size]
    /// Each once, none from a box to itself, by where they begin and then where they end.
    let arrows: [Arrow]

    /// - Parameter arrows: Those from or to no box are passed over, as are loops and repetitions.
    init(sizes: [Size], arrows: [Arrow]) {
        self.sizes = sizes
        let known = arrows.filter {
            $0.from != $0.to && sizes.indices.contains($0.from) && sizes.indices.contains($0.to)
        }
        self.arrows = Set(known).sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    }

    /// The arrows less those that close a cycle, as a walk in the order of the boxes comes upon them.
    func withoutCycles() -> [Arrow] {
        let next = lists(of: arrows, by: \.from, giving: \.to)
        var state = [UInt8](repeating: 0, count: sizes.count)
        var closing: Set<Arrow> = []
        for start in sizes.indices where state[start] == 0 {
            var stack = [(box: start, next: 0)]
            state[start] = 1
            while let top = stack.last {
                guard top.next < next[top.box].count else {
                    state[top.box] = 2
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                let box = next[top.box][top.next]
                if state[box] == 1 { closing.insert(Arrow(from: top.box, to: box)) }
                if state[box] != 0 { continue }
                state[box] = 1
                stack.append((box, 0))
            }
        }
        return closing.isEmpty ? arrows : arrows.filter { !closing.contains($0) }
    }

    func lists(
        of arrows: [Arrow], by key: KeyPath<Arrow, Int>, giving value: KeyPath<Arrow, Int>
    ) -> [[Int]] {
        var lists = [[Int]](repeating: [], count: sizes.count)
        for arrow in arrows { lists[arrow[keyPath: key]].append(arrow[keyPath: value]) }
        return lists
    }
}
