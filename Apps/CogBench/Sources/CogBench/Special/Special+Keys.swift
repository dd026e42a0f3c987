@_spi(Mechanisms) import CogGraph

extension Special {
    /// `count` keys read once each; then one is written and read.
    @MainActor
    static func pinned(_ count: Int) -> Special {
        Special(name: "pinned-\(count)", bodies: 1) { kind in
            switch kind {
            case .graph:
                let cogs = benchContext()
                let sources = CogBox<Int, Int>.Manual { 0 }
                let rows = CogBox<Int, Int> { c, key in c[sources[key]] &+ key }
                for key in 0..<count { _ = cogs[rows[key]] }
                return Closure { operation in
                    cogs.turn(sources[0], to: operation + 1)
                    return cogs[rows[0]]
                }
            case .control:
                var sources = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, 0) })
                var rows = sources
                let row: (Int, Int) -> Int = { $0 &+ $1 }
                return Closure { operation in
                    sources[0] = operation + 1
                    rows[0] = row(sources[0, default: 0], 0)
                    return rows[0, default: 0]
                }
            case .floor, .observable: return nil
            }
        }
    }

    /// A fresh context with 500 keyed sources and 500 keyed rows over them, read once.
    @MainActor static var build: Special {
        Special(name: "build", bodies: 1_000) { kind in
            switch kind {
            case .graph:
                let sources = CogBox<Int, Int>.Manual { key in key }
                let rows = CogBox<Int, Int> { c, key in c[sources[key]] &+ 1 }
                return Closure { _ in
                    let cogs = benchContext()
                    var total = 0
                    for key in 0..<500 { total = total &+ cogs[rows[key]] }
                    cogs.context.close()
                    return total
                }
            case .control:
                return Closure { _ in
                    var sources: [Int: Box] = [:]
                    var rows: [Int: () -> Int] = [:]
                    var total = 0
                    for key in 0..<500 {
                        let source = Box()
                        source.value = key
                        sources[key] = source
                        rows[key] = { source.value &+ 1 }
                        total = total &+ (rows[key]?() ?? 0)
                    }
                    return total
                }
            case .floor, .observable: return nil
            }
        }
    }
}
