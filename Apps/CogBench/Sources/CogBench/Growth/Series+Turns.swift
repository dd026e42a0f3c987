@_spi(Mechanisms) import CogGraph

extension Series {
    @MainActor static let turns: [Series] = [
        Series(name: .touchOne, panel: .turns) { touch(1, of: $0) },
        Series(name: .touchHundred, panel: .turns) { touch(100, of: $0) },
        Series(name: .touchAll, panel: .turns) { touch($0, of: $0) },
        Series(name: .idle, panel: .turns, prepare: beside),
        Series(name: .hand, panel: .turns, prepare: byHand),
    ]

    /// `size` keyed sources with a keyed row over each that UI has read; a turn writes `count` of them, far
    /// apart unless it writes all, and reads their rows.
    @MainActor
    private static func touch(_ count: Int, of size: Int) -> Trial {
        let cogs = benchContext()
        let sources = CogBox<Int, Int>.Manual { 0 }
        let rows = CogBox<Int, Int> { c, key in c[sources[key]] &+ key }
        for key in 0..<size { _ = cogs[rows[key]] }
        // A prime that no size is a multiple of: keys differ, and neighbours are not touched together.
        let step = count == size ? 1 : 7_919
        @Sendable func key(_ operation: Int, _ place: Int) -> Int {
            (operation * count + place) * step % size
        }
        return Trial(
            run: { operation in
                cogs.turn { c in
                    for place in 0..<count { c[sources[key(operation, place)]] = operation + 1 }
                }
                var total = 0
                for place in 0..<count { total = total &+ cogs[rows[key(operation, place)]] }
                return total
            },
            expected: { operation in
                (0..<count).reduce(0) { $0 + operation + 1 + key(operation, $1) }
            })
    }

    /// One source with one row that UI reads, beside `size` rows that were asked for once, over a source
    /// that stays as it is.
    @MainActor
    private static func beside(_ size: Int) -> Trial {
        let cogs = benchContext()
        let still = Cog<Int>.Manual { 1 }
        let rows = CogBox<Int, Int> { c, key in c[still] &+ key }
        for key in 0..<size { _ = cogs.peek(rows[key]) }
        let source = Cog<Int>.Manual { 0 }
        let doubled = Cog { c in c[source] &* 2 }
        return Trial(
            run: { operation in
                cogs.turn(source, to: operation + 1)
                return cogs[doubled]
            },
            expected: { operation in (operation + 1) * 2 })
    }

    /// The rows of `touch` without a graph, in dictionaries: what distance in memory costs by itself.
    @MainActor
    private static func byHand(_ size: Int) -> Trial {
        var (sources, rows) = ([Int: Cell](), [Int: HandRow]())
        for key in 0..<size {
            let source = Cell()
            sources[key] = source
            rows[key] = HandRow { source.value &+ key }
        }
        return Trial(
            run: { [sources, rows] operation in
                let key = operation * 7_919 % size
                sources[key]?.value = operation + 1
                rows[key]?.run()
                return rows[key]?.cell.value ?? 0
            },
            expected: { operation in operation + 1 + operation * 7_919 % size })
    }
}
