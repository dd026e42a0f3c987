@_spi(Mechanisms) import CogGraph

extension Special {
    private nonisolated static let width = 100
    private nonisolated static let turns = 100

    /// A list of 100 sources, 100 rows that take one of it each, a row over each of these with a
    /// reaction; each of 100 turns writes one source. Built, driven and released in the operation.
    @MainActor static var mux: Special {
        // The list, all that take one of it, and what is above the one that changed.
        let graph =
            Work(bodies: 1 + width + width, reactions: width)
            + Work(bodies: 1 + width + 1, reactions: 1) * turns
        let hand = Work(bodies: 1 + width + width, reactions: width) * turns
        return Special(
            name: "kairo-mux", runs: graph, work: [.control: hand],
            result: { _ in (0..<width).reduce(0) { $0 + $1 + 2 } }
        ) { kind, tally in
            switch kind {
            case .graph: { _ in graphMux(tally) }
            case .control: { _ in handMux(tally) }
            // Without memo each reaction would make the whole list.
            case .observable, .floor: nil
            }
        }
    }

    @MainActor
    private static func graphMux(_ tally: Tally) -> Int {
        let cogs = benchContext()
        defer { cogs.context.close() }
        let sources = (0..<width).map { _ in Cog<Int>.Manual { 0 } }
        let list = Cog { c in
            tally.bodies &+= 1
            var values: [Int] = []
            values.reserveCapacity(width)
            for source in sources { values.append(c[source]) }
            return values
        }
        let seen = (0..<width).map { index in
            let taken = Cog { c in
                tally.bodies &+= 1
                return c[list][index]
            }
            let above = Cog { c in
                tally.bodies &+= 1
                return c[taken] &+ 1
            }
            let stored = Cell()
            _ = cogs.context.register("store") { c in
                tally.reactions &+= 1
                stored.value = c[above]
            }
            return stored
        }
        for turn in 0..<turns { cogs.turn(sources[turn % width], to: turn + 1) }
        return seen.reduce(0) { $0 &+ $1.value }
    }

    @MainActor
    private static func handMux(_ tally: Tally) -> Int {
        final class List {
            var values: [Int] = []
        }
        let sources = (0..<width).map { _ in Cell() }
        let list = List()
        var steps: [() -> Void] = [
            {
                tally.bodies &+= 1
                list.values.removeAll(keepingCapacity: true)
                for source in sources { list.values.append(source.value) }
            }
        ]
        var reactions: [() -> Void] = []
        let seen = (0..<width).map { index in
            let taken = HandRow {
                tally.bodies &+= 1
                return list.values[index]
            }
            let above = HandRow {
                tally.bodies &+= 1
                return taken.cell.value &+ 1
            }
            let stored = Cell()
            steps.append(taken.run)
            steps.append(above.run)
            reactions.append {
                tally.reactions &+= 1
                stored.value = above.cell.value
            }
            return stored
        }
        for turn in 0..<turns {
            sources[turn % width].value = turn + 1
            for step in steps { step() }
            for reaction in reactions { reaction() }
        }
        return seen.reduce(0) { $0 &+ $1.value }
    }
}
