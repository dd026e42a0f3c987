@_spi(Mechanisms) import CogGraph

extension Special {
    /// A fresh context with `count / 2` keyed sources and as many keyed rows over them, each read once,
    /// and all of it let go.
    @MainActor
    static func buildKeyed(_ count: Int) -> Special {
        let pairs = count / 2
        return Special(
            name: "build-keyed-\(count)", units: count, runs: Work(bodies: pairs),
            result: { _ in total(pairs) }
        ) { kind, tally in
            switch kind {
            case .graph:
                let sources = CogBox<Int, Int>.Manual { key in key }
                let rows = CogBox<Int, Int> { c, key in
                    tally.bodies &+= 1
                    return c[sources[key]] &+ 1
                }
                return { _ in
                    let cogs = benchContext()
                    var total = 0
                    for key in 0..<pairs { total = total &+ cogs[rows[key]] }
                    cogs.context.close()
                    return total
                }
            case .control:
                return { _ in
                    var sources: [Int: Cell] = [:]
                    var rows: [Int: () -> Int] = [:]
                    var total = 0
                    for key in 0..<pairs {
                        let source = Cell(key)
                        sources[key] = source
                        rows[key] = {
                            tally.bodies &+= 1
                            return source.value &+ 1
                        }
                        total = total &+ (rows[key]?() ?? 0)
                    }
                    return total
                }
            case .observable:
                return { _ in
                    var sources: [Int: ObservableCell] = [:]
                    var rows: [Int: Tracked] = [:]
                    var total = 0
                    for key in 0..<pairs {
                        let source = ObservableCell(key)
                        sources[key] = source
                        let row = Tracked {
                            tally.bodies &+= 1
                            return source.value &+ 1
                        }
                        rows[key] = row
                        total = total &+ row.read()
                    }
                    return total
                }
            case .floor: return nil
            }
        }
    }

    /// The same with a declaration for each source and each row, made in the operation.
    @MainActor
    static func buildUnkeyed(_ count: Int) -> Special {
        let pairs = count / 2
        return Special(
            name: "build-unkeyed-\(count)", units: count, runs: Work(bodies: pairs),
            result: { _ in total(pairs) }
        ) { kind, tally in
            switch kind {
            case .graph:
                return { _ in
                    let cogs = benchContext()
                    var declared: [Cog<Int>] = []
                    var total = 0
                    for value in 0..<pairs {
                        let source = Cog<Int>.Manual { value }
                        let row = Cog { c in
                            tally.bodies &+= 1
                            return c[source] &+ 1
                        }
                        declared.append(row)
                        total = total &+ cogs[row]
                    }
                    cogs.context.close()
                    return total
                }
            case .control:
                return { _ in
                    var rows: [() -> Int] = []
                    var total = 0
                    for value in 0..<pairs {
                        let source = Cell(value)
                        rows.append {
                            tally.bodies &+= 1
                            return source.value &+ 1
                        }
                        total = total &+ rows[value]()
                    }
                    return total
                }
            case .observable:
                return { _ in
                    var rows: [Tracked] = []
                    var total = 0
                    for value in 0..<pairs {
                        let source = ObservableCell(value)
                        let row = Tracked {
                            tally.bodies &+= 1
                            return source.value &+ 1
                        }
                        rows.append(row)
                        total = total &+ row.read()
                    }
                    return total
                }
            case .floor: return nil
            }
        }
    }

    /// 1 + 2 + … + `pairs`.
    private nonisolated static func total(_ pairs: Int) -> Int { pairs * (pairs + 1) / 2 }
}
