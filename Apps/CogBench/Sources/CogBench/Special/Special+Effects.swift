@_spi(Mechanisms) import CogGraph

extension Special {
    /// A source, its double, and a reaction that stores it.
    @MainActor static var effectSteady: Special {
        Special(name: "effect-steady", bodies: 1) { kind in
            let seen = Box()
            switch kind {
            case .graph:
                let cogs = benchContext()
                let source = Cog<Int>.Manual { 0 }
                let doubled = Cog { c in c[source] &* 2 }
                let reaction = cogs.context.register("store") { c in seen.value = c[doubled] }
                return Closure { operation in
                    cogs.turn(source, to: operation + 1)
                    _ = reaction
                    return seen.value
                }
            case .control:
                let source = Box()
                let doubled = { source.value &* 2 }
                let store: (Int) -> Void = { seen.value = $0 }
                return Closure { operation in
                    source.value = operation + 1
                    store(doubled())
                    return seen.value
                }
            case .floor, .observable: return nil
            }
        }
    }

    /// One source, 1,000 keyed rows over it, a reaction on each.
    @MainActor static var keyedFan: Special {
        Special(name: "keyed-fan", bodies: 1_000) { kind in
            let seen = Box()
            switch kind {
            case .graph:
                let cogs = benchContext()
                let source = Cog<Int>.Manual { 0 }
                let rows = CogBox<Int, Int> { c, key in c[source] &+ key }
                let reactions = (0..<1_000).map { key in
                    cogs.context.register("store") { c in seen.value = c[rows[key]] }
                }
                return Closure { operation in
                    cogs.turn(source, to: operation + 1)
                    _ = reactions
                    return seen.value
                }
            case .control:
                let source = Box()
                let rows = (0..<1_000).map { key in { source.value &+ key } }
                let store: (Int) -> Void = { seen.value = $0 }
                return Closure { operation in
                    source.value = operation + 1
                    for row in rows { store(row()) }
                    return seen.value
                }
            case .floor, .observable: return nil
            }
        }
    }

    /// 1,000 String keys, each with a source, a row and a reaction; one is written.
    @MainActor static var oneOfStrings: Special {
        Special(name: "one-of-1000-strings", bodies: 1) { kind in
            let names = (0..<1_000).map { "key number \($0)" }
            let seen = Box()
            switch kind {
            case .graph:
                let cogs = benchContext()
                let sources = CogBox<Int, String>.Manual { 0 }
                let rows = CogBox<Int, String> { c, key in c[sources[key]] &+ 1 }
                let reactions = names.map { name in
                    cogs.context.register("store") { c in seen.value = c[rows[name]] }
                }
                return Closure { operation in
                    cogs.turn(sources[names[operation % 1_000]], to: operation + 1)
                    _ = reactions
                    return seen.value
                }
            case .control:
                var sources = Dictionary(uniqueKeysWithValues: names.map { ($0, 0) })
                var rows: [String: Int] = [:]
                let row: (Int) -> Int = { $0 &+ 1 }
                let store: (Int) -> Void = { seen.value = $0 }
                return Closure { operation in
                    let name = names[operation % 1_000]
                    sources[name] = operation + 1
                    let value = row(sources[name, default: 0])
                    rows[name] = value
                    store(value)
                    return seen.value
                }
            case .floor, .observable: return nil
            }
        }
    }
}
