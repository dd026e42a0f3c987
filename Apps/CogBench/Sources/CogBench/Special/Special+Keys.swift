@_spi(Mechanisms) import CogGraph

extension Special {
    /// `count` keys read once each; then one is written and read.
    @MainActor
    static func pinned(_ count: Int) -> Special {
        Special(
            name: "pinned-\(count)", runs: Work(bodies: 1), result: { operation in operation + 1 }
        ) { kind, tally in
            switch kind {
            case .graph:
                let cogs = benchContext()
                let sources = CogBox<Int, Int>.Manual { 0 }
                let rows = CogBox<Int, Int> { c, key in
                    tally.bodies &+= 1
                    return c[sources[key]] &+ key
                }
                for key in 0..<count { _ = cogs[rows[key]] }
                return { operation in
                    cogs.turn(sources[0], to: operation + 1)
                    return cogs[rows[0]]
                }
            case .control:
                let sources = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, Cell()) })
                var rows: [Int: HandRow] = [:]
                for key in 0..<count {
                    rows[key] = HandRow {
                        tally.bodies &+= 1
                        return (sources[key]?.value ?? 0) &+ key
                    }
                }
                return { operation in
                    sources[0]?.value = operation + 1
                    rows[0]?.run()
                    return rows[0]?.cell.value ?? 0
                }
            case .observable:
                let sources = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, ObservableCell()) })
                var rows: [Int: Tracked] = [:]
                for key in 0..<count {
                    rows[key] = Tracked {
                        tally.bodies &+= 1
                        return (sources[key]?.value ?? 0) &+ key
                    }
                    _ = rows[key]?.read()
                }
                return { operation in
                    sources[0]?.write(operation + 1)
                    return rows[0]?.read() ?? 0
                }
            case .floor: return nil
            }
        }
    }

    /// The steady shape beside `count` rows that were read once, over a source that stays as it is.
    @MainActor
    static func idle(_ count: Int) -> Special {
        Special(
            name: "idle-\(count)", runs: Work(bodies: 1), result: { operation in (operation + 1) * 2 }
        ) { kind, tally in
            guard kind == .graph else { return nil }
            let cogs = benchContext()
            let still = Cog<Int>.Manual { 1 }
            let rows = CogBox<Int, Int> { c, key in c[still] &+ key }
            for key in 0..<count { _ = cogs.peek(rows[key]) }
            let source = Cog<Int>.Manual { 0 }
            let doubled = Cog { c in
                tally.bodies &+= 1
                return c[source] &* 2
            }
            return { operation in
                cogs.turn(source, to: operation + 1)
                return cogs[doubled]
            }
        }
    }

    /// One source, 1,000 keyed rows over it, a reaction on each.
    @MainActor static var keyedFan: Special {
        let seen = (0..<1_000).map { _ in Cell() }
        return Special(
            name: "keyed-fan", runs: Work(bodies: 1_000, reactions: 1_000),
            result: { operation in operation + 1_000 }
        ) { kind, tally in
            switch kind {
            case .graph:
                let cogs = benchContext()
                let source = Cog<Int>.Manual { 0 }
                let rows = CogBox<Int, Int> { c, key in
                    tally.bodies &+= 1
                    return c[source] &+ key
                }
                for (key, stored) in seen.enumerated() {
                    _ = cogs.context.register("store") { c in
                        tally.reactions &+= 1
                        stored.value = c[rows[key]]
                    }
                }
                return { operation in
                    cogs.turn(source, to: operation + 1)
                    return seen[999].value
                }
            case .control:
                let source = Cell()
                let rows = (0..<1_000).map { key in
                    HandRow {
                        tally.bodies &+= 1
                        return source.value &+ key
                    }
                }
                let reactions = zip(rows, seen).map { row, stored in
                    {
                        tally.reactions &+= 1
                        stored.value = row.cell.value
                    }
                }
                return { operation in
                    source.value = operation + 1
                    for row in rows { row.run() }
                    for reaction in reactions { reaction() }
                    return seen[999].value
                }
            case .observable:
                let source = ObservableCell()
                let rows = (0..<1_000).map { key in
                    Tracked {
                        tally.bodies &+= 1
                        return source.value &+ key
                    }
                }
                return { operation in
                    source.write(operation + 1)
                    for (row, stored) in zip(rows, seen) {
                        _ = row.read {
                            tally.reactions &+= 1
                            stored.value = $0
                        }
                    }
                    return seen[999].value
                }
            case .floor: return nil
            }
        }
    }

    /// 1,000 String keys, each with a source, a row and a reaction; one is written.
    @MainActor static var oneOfStrings: Special {
        let names = (0..<1_000).map { "key number \($0)" }
        let seen = Cell()
        return Special(
            name: "one-of-1000-strings", runs: Work(bodies: 1, reactions: 1),
            result: { operation in operation + 2 }
        ) { kind, tally in
            switch kind {
            case .graph:
                let cogs = benchContext()
                let sources = CogBox<Int, String>.Manual { 0 }
                let rows = CogBox<Int, String> { c, key in
                    tally.bodies &+= 1
                    return c[sources[key]] &+ 1
                }
                for name in names {
                    _ = cogs.context.register("store") { c in
                        tally.reactions &+= 1
                        seen.value = c[rows[name]]
                    }
                }
                return { operation in
                    cogs.turn(sources[names[operation % 1_000]], to: operation + 1)
                    return seen.value
                }
            case .control:
                let sources = Dictionary(uniqueKeysWithValues: names.map { ($0, Cell()) })
                var rows: [String: HandRow] = [:]
                var reactions: [String: () -> Void] = [:]
                for name in names {
                    let row = HandRow {
                        tally.bodies &+= 1
                        return (sources[name]?.value ?? 0) &+ 1
                    }
                    rows[name] = row
                    reactions[name] = {
                        tally.reactions &+= 1
                        seen.value = row.cell.value
                    }
                }
                return { operation in
                    let name = names[operation % 1_000]
                    sources[name]?.value = operation + 1
                    rows[name]?.run()
                    reactions[name]?()
                    return seen.value
                }
            case .observable:
                let sources = Dictionary(uniqueKeysWithValues: names.map { ($0, ObservableCell()) })
                var rows: [String: Tracked] = [:]
                for name in names {
                    rows[name] = Tracked {
                        tally.bodies &+= 1
                        return (sources[name]?.value ?? 0) &+ 1
                    }
                    _ = rows[name]?.read()
                }
                return { operation in
                    let name = names[operation % 1_000]
                    sources[name]?.write(operation + 1)
                    _ = rows[name]?.read {
                        tally.reactions &+= 1
                        seen.value = $0
                    }
                    return seen.value
                }
            case .floor: return nil
            }
        }
    }
}
