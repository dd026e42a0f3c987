@_spi(Mechanisms) import CogGraph

extension Series {
    @MainActor static let observers: [Series] = [
        Series(name: .reactAll, panel: .observers, prepare: reactAll),
        Series(name: .reactOne, panel: .observers, prepare: reactOne),
        Series(name: .tellAll, panel: .observers, prepare: tellAll),
        Series(name: .cancel, panel: .observers, prepare: cancel),
    ]

    @MainActor
    private static func reactAll(_ size: Int) -> Trial {
        let (cogs, tally) = (benchContext(), Tally())
        let source = Cog<Int>.Manual { 0 }
        let seen = Cell()
        for _ in 0..<size {
            _ = cogs.context.register("store") { c in
                tally.reactions &+= 1
                seen.value = c[source]
            }
        }
        return Trial(
            run: { operation in
                tally.reactions = 0
                cogs.turn(source, to: operation + 1)
                return tally.reactions + seen.value
            },
            expected: { operation in size + operation + 1 })
    }

    @MainActor
    private static func reactOne(_ size: Int) -> Trial {
        let (cogs, tally) = (benchContext(), Tally())
        let sources = CogBox<Int, Int>.Manual { 0 }
        let seen = Cell()
        for key in 0..<size {
            _ = cogs.context.register("store") { c in
                tally.reactions &+= 1
                seen.value = c[sources[key]]
            }
        }
        return Trial(
            run: { operation in
                tally.reactions = 0
                cogs.turn(sources[operation * 7_919 % size], to: operation + 1)
                return tally.reactions + seen.value
            },
            expected: { operation in operation + 2 })
    }

    @MainActor
    private static func tellAll(_ size: Int) -> Trial {
        let (cogs, tally) = (benchContext(), Tally())
        let source = Cog<Int>.Manual { 0 }
        let rows = CogBox<Int, Int> { c, key in
            tally.bodies &+= 1
            return c[source] &+ key
        }
        for key in 0..<size { _ = cogs[rows[key]] }
        return Trial(
            run: { operation in
                tally.bodies = 0
                cogs.turn(source, to: operation + 1)
                return tally.bodies + cogs[rows[0]]
            },
            expected: { operation in size + operation + 1 })
    }

    /// All on one source, in the order they were registered in.
    @MainActor
    private static func cancel(_ size: Int) -> Trial {
        let cogs = benchContext()
        let source = Cog<Int>.Manual { 0 }
        var reactions: [Reaction] = []
        return Trial(
            reset: {
                reactions = (0..<size).map { _ in cogs.context.register("read") { c in _ = c[source] } }
            },
            run: { _ in
                for reaction in reactions { cogs.context.cancel(reaction) }
                return cogs.context.rowCount
            },
            expected: { _ in 1 })
    }
}
