@_spi(Mechanisms) import CogGraph

extension Series {
    @MainActor static let lives: [Series] = [
        Series(name: .declare, panel: .lives, prepare: declare),
        Series(name: .key, panel: .lives, prepare: key),
        Series(name: .close, panel: .lives, prepare: close),
        Series(name: .discard, panel: .lives, prepare: discard),
        Series(name: .pass, panel: .lives, prepare: pass),
    ]

    /// A fresh context; half of the declarations are sources, and half read one of these.
    @MainActor
    private static func declare(_ size: Int) -> Trial {
        var kept: [Cog<Int>] = []
        var cogs = benchContext()
        return Trial(
            reset: {
                cogs.context.close()
                cogs = benchContext()
                kept = []
            },
            run: { _ in
                var total = 0
                for value in 0..<size / 2 {
                    let source = Cog<Int>.Manual { value }
                    let row = Cog { c in c[source] &+ 1 }
                    kept.append(row)
                    total = total &+ cogs[row]
                }
                return total
            },
            expected: { _ in size / 2 * (size / 2 + 1) / 2 })
    }

    /// A fresh context; half of the rows are sources, and half read one of these.
    @MainActor
    private static func key(_ size: Int) -> Trial {
        let sources = CogBox<Int, Int>.Manual { $0 }
        let rows = CogBox<Int, Int> { c, key in c[sources[key]] &+ 1 }
        var cogs = benchContext()
        return Trial(
            reset: {
                cogs.context.close()
                cogs = benchContext()
            },
            run: { _ in
                var total = 0
                for key in 0..<size / 2 { total = total &+ cogs[rows[key]] }
                return total
            },
            expected: { _ in size / 2 * (size / 2 + 1) / 2 })
    }

    @MainActor
    private static func close(_ size: Int) -> Trial {
        let sources = CogBox<Int, Int>.Manual { $0 }
        let rows = CogBox<Int, Int> { c, key in c[sources[key]] &+ 1 }
        var cogs = benchContext()
        return Trial(
            reset: {
                cogs = benchContext()
                for key in 0..<size / 2 { _ = cogs[rows[key]] }
            },
            run: { _ in
                cogs.context.close()
                return cogs.context.rowCount
            },
            expected: { _ in 0 })
    }

    /// Rows over one source that UI has read: each leaves the source's readers, and its place among those
    /// of UI.
    @MainActor
    private static func discard(_ size: Int) -> Trial {
        let cogs = benchContext()
        let source = Cog<Int>.Manual { 1 }
        let rows = CogBox<Int, Int> { c, key in c[source] &+ key }
        return Trial(
            reset: { for key in 0..<size { _ = cogs[rows[key]] } },
            run: { _ in
                for key in 0..<size { cogs.discard(rows[key]) }
                return cogs.context.rowCount
            },
            expected: { _ in 1 })
    }

    /// Each operation asks for a row that nobody asked for, and discards it, while `size` others of its box
    /// are in their grace.
    @MainActor
    private static func pass(_ size: Int) -> Trial {
        let cogs = benchContext()
        let source = Cog<Int>.Manual { 1 }
        let rows = CogBox<Int, Int> { c, key in c[source] &+ key }
        for key in 0..<size { _ = cogs.peek(rows[key]) }
        return Trial(
            run: { operation in
                let value = cogs.peek(rows[size + operation])
                cogs.discard(rows[size + operation])
                return value + cogs.context.rowCount
            },
            expected: { operation in 1 + size + operation + size + 1 })
    }
}
