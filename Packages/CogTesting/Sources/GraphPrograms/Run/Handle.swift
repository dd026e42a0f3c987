import CogGraph

/// A declaration made real.
enum Handle<V: ProgramValue> {
    case source(Cog<V>.Manual)
    case computed(Cog<V>)
    case sources(CogBox<V, Int>.Manual)
    case computedBox(CogBox<V, Int>)
}

/// What a declaration's closures need.
@MainActor
struct HandleParts<V: ProgramValue> {
    let name: String
    let start: @MainActor (Int) -> V
    let select: @MainActor (inout Reader, Int) -> V

    func make(_ declaration: Declaration) -> Handle<V> {
        switch declaration.equality {
        case .standard: makeEquatable(declaration)
        case .none: makePlain(declaration)
        case .parity: makeByParity(declaration)
        }
    }

    private func makeEquatable(_ declaration: Declaration) -> Handle<V> {
        switch (declaration.isSource, declaration.isKeyed) {
        case (true, false):
            .source(.init(name: name, lifetime: declaration.manualLifetime) { start(0) })
        case (true, true): .sources(.init(name: name, lifetime: declaration.manualLifetime) { start($0) })
        case (false, false):
            .computed(.init(name: name, lifetime: declaration.lifetime) { c in select(&c, 0) })
        case (false, true):
            .computedBox(.init(name: name, lifetime: declaration.lifetime) { c, key in select(&c, key) })
        }
    }

    /// Where nothing is known of the type, a cog takes every value as a change.
    private func makePlain(_ declaration: Declaration) -> Handle<V> {
        switch (declaration.isSource, declaration.isKeyed) {
        case (true, false): .source(Self.plainSource(name, declaration.manualLifetime) { start(0) })
        case (true, true): .sources(Self.plainSources(name, declaration.manualLifetime, start))
        case (false, false): .computed(Self.plain(name, declaration.lifetime) { c in select(&c, 0) })
        case (false, true): .computedBox(Self.plainBox(name, declaration.lifetime, select))
        }
    }

    private func makeByParity(_ declaration: Declaration) -> Handle<V> {
        let equals: @MainActor (V, V) -> Bool = { ($0.number - $1.number) % 2 == 0 }
        return switch (declaration.isSource, declaration.isKeyed) {
        case (true, false):
            .source(.init(name: name, lifetime: declaration.manualLifetime, equals: equals) { start(0) })
        case (true, true):
            .sources(.init(name: name, lifetime: declaration.manualLifetime, equals: equals) { start($0) })
        case (false, false):
            .computed(
                .init(name: name, lifetime: declaration.lifetime, equals: equals) { c in select(&c, 0) })
        case (false, true):
            .computedBox(
                .init(name: name, lifetime: declaration.lifetime, equals: equals) { select(&$0, $1) })
        }
    }

    private static func plainSource<T>(
        _ name: String, _ lifetime: ManualLifetime, _ start: @escaping @MainActor () -> T
    ) -> Cog<T>.Manual { .init(name: name, lifetime: lifetime, start) }

    private static func plainSources<T>(
        _ name: String, _ lifetime: ManualLifetime, _ start: @escaping @MainActor (Int) -> T
    ) -> CogBox<T, Int>.Manual { .init(name: name, lifetime: lifetime, start) }

    private static func plain<T>(
        _ name: String, _ lifetime: CogLifetime, _ select: @escaping @MainActor (inout Reader) -> T
    ) -> Cog<T> { .init(name: name, lifetime: lifetime, select) }

    private static func plainBox<T>(
        _ name: String, _ lifetime: CogLifetime, _ select: @escaping @MainActor (inout Reader, Int) -> T
    ) -> CogBox<T, Int> { .init(name: name, lifetime: lifetime, select) }
}

extension Declaration {
    fileprivate var manualLifetime: ManualLifetime {
        switch life {
        case .app: .app
        case .observed(let grace):
            .whileObserved(resetToInitial: true, grace: grace.map { .seconds($0) })
        }
    }

    fileprivate var lifetime: CogLifetime {
        guard case .observed(let grace?) = life else { return .whileObserved }
        return .whileObserved(grace: .seconds(grace))
    }
}
