@_spi(Mechanisms) import CogGraph

extension Special {
    /// 32 sources summed by one row that a reaction stores; one source changes.
    @MainActor static var edgeStatic: Special {
        Special(name: "edge-static32", bodies: 1) { kind in
            let seen = Box()
            switch kind {
            case .graph:
                let cogs = benchContext()
                let sources = (0..<32).map { value in Cog<Int>.Manual { value } }
                let sum = Cog { c in
                    var total = 0
                    for source in sources { total = total &+ c[source] }
                    return total
                }
                let reaction = cogs.context.register("store") { c in seen.value = c[sum] }
                return Closure { operation in
                    cogs.turn(sources[operation % 32], to: operation + 32)
                    _ = reaction
                    return seen.value
                }
            case .control:
                let sources = (0..<32).map { value in
                    let box = Box()
                    box.value = value
                    return box
                }
                let sum = {
                    var total = 0
                    for source in sources { total = total &+ source.value }
                    return total
                }
                let store: (Int) -> Void = { seen.value = $0 }
                return Closure { operation in
                    sources[operation % 32].value = operation + 32
                    store(sum())
                    return seen.value
                }
            case .floor, .observable: return nil
            }
        }
    }

    /// A window of 32 out of 128 sources, summed by one row that a reaction stores; it moves.
    @MainActor static var edgeChurn: Special {
        Special(name: "edge-churn32", bodies: 1) { kind in
            let seen = Box()
            switch kind {
            case .graph:
                let cogs = benchContext()
                let start = Cog<Int>.Manual { 0 }
                let sources = (0..<128).map { value in Cog<Int>.Manual { value } }
                let sum = Cog { c in
                    let first = c[start]
                    var total = 0
                    for offset in 0..<32 { total = total &+ c[sources[(first + offset) % 128]] }
                    return total
                }
                let reaction = cogs.context.register("store") { c in seen.value = c[sum] }
                return Closure { operation in
                    cogs.turn(start, to: operation + 1)
                    _ = reaction
                    return seen.value
                }
            case .control:
                let start = Box()
                let sources = (0..<128).map { value in
                    let box = Box()
                    box.value = value
                    return box
                }
                let sum = {
                    var total = 0
                    for offset in 0..<32 { total = total &+ sources[(start.value + offset) % 128].value }
                    return total
                }
                let store: (Int) -> Void = { seen.value = $0 }
                return Closure { operation in
                    start.value = operation + 1
                    store(sum())
                    return seen.value
                }
            case .floor, .observable: return nil
            }
        }
    }
}
