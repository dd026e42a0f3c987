@_spi(Mechanisms) import CogGraph
@_spi(Mechanisms) import CogMechanisms

extension Series {
    @MainActor static let scopes: [Series] = [
        Series(name: .scopeIdle, panel: .lives, most: 100_000, prepare: besideScopes),
        Series(name: .scopeEach, panel: .lives, most: 100_000, prepare: openScopes),
    ]

    /// A turn that leaves the collection of `size` scopes as it is.
    @MainActor
    private static func besideScopes(_ size: Int) -> Trial {
        let collection = Cog<[Int]>.Manual { Array(0..<size) }
        let source = Cog<Int>.Manual { 0 }
        let still = Cog<Int>.Manual { 0 }
        let cogs = benchContext { m in
            m.scope(each: collection) { _, m in m.watch(still, initial: .skip) { _, _ in } }
        }
        return Trial(
            run: { operation in
                cogs.turn(source, to: operation + 1)
                return cogs.peek(source)
            },
            expected: { operation in operation + 1 })
    }

    /// All of `size` members go and others come, each with a scope of one watch.
    @MainActor
    private static func openScopes(_ size: Int) -> Trial {
        let collection = Cog<[Int]>.Manual { [] }
        let still = Cog<Int>.Manual { 0 }
        let opened = Cell()
        let cogs = benchContext { m in
            m.scope(each: collection) { _, m in
                opened.value &+= 1
                m.watch(still, initial: .skip) { _, _ in }
            }
        }
        cogs.turn(collection, to: Array(0..<size))
        return Trial(
            run: { operation in
                cogs.turn(collection, to: Array((operation + 1) * size..<(operation + 2) * size))
                return opened.value
            },
            expected: { operation in (operation + 2) * size })
    }
}
