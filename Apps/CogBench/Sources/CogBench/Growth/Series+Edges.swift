@_spi(Mechanisms) import CogGraph

extension Series {
    @MainActor static let edges: [Series] = [
        Series(name: .readMany, panel: .edges, prepare: readMany),
        Series(name: .readOthers, panel: .edges, prepare: readOthers),
        Series(name: .readShared, panel: .edges, prepare: readShared),
        Series(name: .chain, panel: .edges, prepare: chain),
    ]

    /// One row over `size` sources, of which one changes.
    @MainActor
    private static func readMany(_ size: Int) -> Trial {
        let cogs = benchContext()
        let sources = (0..<size).map { _ in Cog<Int>.Manual { 0 } }
        let sum = Cog { c in
            var total = 0
            for source in sources { total = total &+ c[source] }
            return total
        }
        _ = cogs[sum]
        return Trial(
            run: { operation in
                cogs.turn(sources[0], to: operation + 1)
                return cogs[sum]
            },
            expected: { operation in operation + 1 })
    }

    /// A fresh context, where one row reads `size` others that have no value yet, and after each what that read.
    @MainActor
    private static func readShared(_ size: Int) -> Trial {
        let sources = CogBox<Int, Int>.Manual { key in key }
        let doubles = CogBox<Int, Int> { c, key in c[sources[key]] &* 2 }
        let sum = Cog { c in
            var total = 0
            for key in 0..<size { total = total &+ c[doubles[key]] &+ c[sources[key]] }
            return total
        }
        return Trial(
            run: { _ in
                let cogs = benchContext()
                let total = cogs.peek(sum)
                cogs.context.close()
                return total
            },
            expected: { _ in 3 * (size * (size - 1) / 2) })
    }

    /// One row over `size` sources or over as many others, which move to the other at each turn.
    @MainActor
    private static func readOthers(_ size: Int) -> Trial {
        let cogs = benchContext()
        let side = Cog<Int>.Manual { 0 }
        let sources = (0..<2 * size).map { value in Cog<Int>.Manual { value < size ? 1 : 2 } }
        let sum = Cog { c in
            let first = c[side] % 2 * size
            var total = 0
            for source in sources[first..<first + size] { total = total &+ c[source] }
            return total
        }
        _ = cogs[sum]
        return Trial(
            run: { operation in
                cogs.turn(side, to: operation + 1)
                return cogs[sum]
            },
            expected: { operation in ((operation + 1) % 2 + 1) * size })
    }

    /// Each link was read as it was made, so that none computes inside another.
    @MainActor
    private static func chain(_ size: Int) -> Trial {
        let cogs = benchContext()
        let source = Cog<Int>.Manual { 0 }
        var last = Cog { c in c[source] &+ 1 }
        for _ in 1..<size {
            let below = last
            _ = cogs.peek(below)
            last = Cog { c in c[below] &+ 1 }
        }
        let end = last
        _ = cogs[end]
        return Trial(
            run: { operation in
                cogs.turn(source, to: operation + 1)
                return cogs[end]
            },
            expected: { operation in operation + 1 + size })
    }
}
