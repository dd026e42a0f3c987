/// Every graph of a few services; that they are declared in another order makes another graph.
package enum LabelledGraphs {
    /// What each of `count` services needs, in all ways there are, itself included.
    package static func all(of count: Int) -> LazyMapSequence<Range<Int>, [[Int]]> {
        (0..<(1 << (count * count))).lazy.map { bits in
            (0..<count).map { index in
                (0..<count).filter { bits & 1 << (index * count + $0) != 0 }
            }
        }
    }

    /// Those without a cycle: 1, 3, 25 and 543 for one to four services.
    package static func acyclic(of count: Int) -> [[[Int]]] { all(of: count).filter(isAcyclic) }

    /// Whether, again and again, some service has all its needs taken, until none is left.
    package static func isAcyclic(_ needs: [[Int]]) -> Bool {
        var taken: Set<Int> = []
        while let next = needs.indices.first(where: {
            !taken.contains($0) && taken.isSuperset(of: needs[$0])
        }) {
            taken.insert(next)
        }
        return taken.count == needs.count
    }
}
