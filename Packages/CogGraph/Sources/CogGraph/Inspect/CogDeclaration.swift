import CogArena

/// A declaration whose rows can be counted: a cog or a box.
public protocol CogDeclaration {
    /// The rows of the declaration in `context`.
    @_spi(Mechanisms)
    @MainActor
    func census(in context: Context) -> CogCensus
}

extension Cog: CogDeclaration {
    @_spi(Mechanisms)
    @MainActor
    public func census(in context: Context) -> CogCensus { context.census(of: family) }
}

extension Cog.Manual: CogDeclaration {
    @_spi(Mechanisms)
    @MainActor
    public func census(in context: Context) -> CogCensus { context.census(of: family) }
}

extension CogBox: CogDeclaration {
    @_spi(Mechanisms)
    @MainActor
    public func census(in context: Context) -> CogCensus { context.census(of: family) }
}

extension CogBox.Manual: CogDeclaration {
    @_spi(Mechanisms)
    @MainActor
    public func census(in context: Context) -> CogCensus { context.census(of: family) }
}

extension Cog.Async: CogDeclaration {
    /// Values, then statuses: two rows for a state whose value is read.
    @_spi(Mechanisms)
    @MainActor
    public func census(in context: Context) -> CogCensus { family.census(in: context) }
}

extension CogBox.Async: CogDeclaration {
    /// Values, then statuses: two rows for a state whose value is read.
    @_spi(Mechanisms)
    @MainActor
    public func census(in context: Context) -> CogCensus { family.census(in: context) }
}

extension AsyncFamily {
    @MainActor
    func census(in context: Context) -> CogCensus {
        CogCensus(rows: context.census(of: values).rows + context.census(of: statuses).rows)
    }
}

extension Context {
    func census(of family: AnyFamily) -> CogCensus {
        CogCensus(rows: engine.rows(of: family).map { census(of: $0) })
    }

    func census(of slot: Slot) -> CogCensus.Row {
        let isReleasable = engine.annotation(of: slot) is LifetimePolicy
        return CogCensus.Row(
            name: engine.name(of: slot),
            keepers: isReleasable ? keepers(of: slot) : [.app] + keepers(of: slot))
    }

    private func keepers(of slot: Slot) -> [CogCensus.Keeper] {
        var keepers: [CogCensus.Keeper] = engine.isObserved(slot) ? [.boundary] : []
        for reader in engine.readers(of: slot).reversed() {
            let name = engine.name(of: reader.slot)
            keepers.append(reader.isWatcher ? .lease(name) : .reader(name))
        }
        let deadline = ClockInstant(rawValue: engine.ticket(of: slot))
        if !engine.isObserved(slot), deadline > clock.now() {
            keepers.append(.grace(until: deadline.duration))
        }
        return keepers
    }
}
