import CogArena

@_spi(Mechanisms)
extension Context {
    /// A picture of what lives now.
    public func picture(valueLength: Int) -> CogPicture {
        let slots = engine.rows { _ in true }
        let places = Dictionary(uniqueKeysWithValues: zip(slots, slots.indices))
        func reads(_ slot: Slot) -> [Int] { engine.dependencies(of: slot).compactMap { places[$0] } }
        let terminals =
            reactions.map { slot, reaction in
                (slot, CogPicture.Terminal(name: reaction.label, kind: .reaction, reads: reads(slot)))
            }
            + exports.keys.map { slot in
                (slot, CogPicture.Terminal(name: engine.name(of: slot), kind: .export, reads: reads(slot)))
            }
        return CogPicture(
            rows: slots.map { row(at: $0, reads: reads($0), valueLength) },
            terminals: terminals.sorted { engine.ticket(of: $0.0) < engine.ticket(of: $1.0) }.map(\.1),
            scopes: picturesOfScopes.flatMap { $0() })
    }

    private func row(at slot: Slot, reads: [Int], _ valueLength: Int) -> CogPicture.Row {
        let portrait = engine.portrait(of: slot)
        let isStatus = portrait.valueType is any StatusOfAsync.Type
        return CogPicture.Row(
            label: portrait.label,
            key: portrait.key.isEmpty ? nil : String(portrait.key.dropFirst().dropLast()),
            kind: portrait.isSource ? .source : isStatus ? .status : .computed,
            state: portrait.value == nil ? .empty : portrait.needsWork ? .unsettled : .settled,
            value: portrait.value.map { $0.count > valueLength ? $0.prefix(valueLength) + "…" : $0 },
            changedAt: portrait.changedAt, checkedAt: portrait.checkedAt,
            keepers: census(of: slot).keepers.map(\.description), reads: reads)
    }
}

extension Cogs {
    /// A picture of the graph as it is now, for tools and for who asks why something lives (HIST-3).
    ///
    /// It settles nothing, demands nothing, and holds no value of the application's.
    ///
    /// - Parameter valueLength: Where descriptions of values are cut, in characters.
    /// - Complexity: O(rows and dependencies), and what it takes to describe the values.
    public func inspect(valueLength: Int = 80) -> CogPicture {
        context.picture(valueLength: valueLength)
    }
}

/// Tells the statuses of async state from other values, whatever their type.
private protocol StatusOfAsync {}

extension CogStatus: StatusOfAsync {}
