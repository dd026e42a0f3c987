import CogArena

@_spi(Mechanisms)
extension Context {
    /// A picture of what lives now.
    public func picture(valueLength: Int, turns count: Int) -> CogPicture {
        catchUp()
        let slots = engine.rows { _ in true }
        let rowPlaces = Dictionary(uniqueKeysWithValues: zip(slots, slots.indices))
        func reads(_ slot: Slot) -> [Int] { engine.dependencies(of: slot).compactMap { rowPlaces[$0] } }
        let watchers =
            (reactions.map { ($0.key, $0.value.label, CogPicture.Terminal.Kind.reaction) }
            + exports.keys.map { ($0, engine.name(of: $0), .export) })
            .sorted { engine.ticket(of: $0.0) < engine.ticket(of: $1.0) }
        var places = PicturePlaces(living: slots + watchers.map(\.0), valueLength: valueLength)
        let turns = pictures(of: count, in: &places)
        return CogPicture(
            rows: slots.map { row(at: $0, reads: reads($0), valueLength) },
            terminals: watchers.map { CogPicture.Terminal(name: $0.1, kind: $0.2, reads: reads($0.0)) },
            scopes: picturesOfScopes.flatMap { $0() }, turns: turns, gone: places.gone)
    }

    private func row(at slot: Slot, reads: [Int], _ valueLength: Int) -> CogPicture.Row {
        let portrait = engine.portrait(of: slot)
        let isStatus = portrait.valueType is any StatusOfAsync.Type
        return CogPicture.Row(
            label: portrait.label,
            key: portrait.key.isEmpty ? nil : String(portrait.key.dropFirst().dropLast()),
            kind: portrait.isSource ? .source : isStatus ? .status : .computed,
            state: portrait.value == nil ? .empty : portrait.needsWork ? .unsettled : .settled,
            value: portrait.value?.cut(to: valueLength),
            changedAt: portrait.changedAt, checkedAt: portrait.checkedAt,
            keepers: census(of: slot).keepers.map(\.description), reads: reads)
    }

    private func pictures(of count: Int, in places: inout PicturePlaces) -> [CogPicture.Turn] {
        var kept = ring.all
        if let record { kept.append(KeptTurn(record: record, happenings: happenings)) }
        let beginning = kept.count < count ? ring.beginning : nil
        kept = kept.suffix(max(count, 0))
        if let beginning { places.enter(beginning) }
        for turn in kept {
            places.enter(turn.happenings)
            places.enter(turn.later)
        }
        var turns: [CogPicture.Turn] = []
        if let beginning {
            let start = TurnRecord(number: 0, name: "", cause: nil, owner: nil, isSystem: true)
            turns.append(picture(of: KeptTurn(record: start, happenings: .init(), later: beginning), &places))
        }
        for turn in kept { turns.append(picture(of: turn, &places)) }
        return turns
    }

    private func picture(of turn: KeptTurn, _ places: inout PicturePlaces) -> CogPicture.Turn {
        let record = turn.record
        return CogPicture.Turn(
            number: record.number, name: record.name, cause: record.cause, owner: record.owner,
            isSystem: record.isSystem, isUnchanged: record.isUnchanged,
            within: places.picture(of: turn.happenings), later: places.picture(of: turn.later))
    }
}

extension Cogs {
    /// A picture of the graph as it is now, for tools and for who asks why something lives, or ran (HIST-3).
    ///
    /// It settles nothing, demands nothing, and holds no value of the application's.
    ///
    /// - Parameters:
    ///   - valueLength: Where descriptions of values are cut, in characters.
    ///   - turns: How many of the latest turns are in it; all that the history keeps unless given.
    /// - Complexity: O(rows and dependencies, and what the turns did), and what it takes to describe the
    ///   values.
    public func inspect(valueLength: Int = 80, turns: Int = .max) -> CogPicture {
        context.picture(valueLength: valueLength, turns: turns)
    }
}

/// Tells the statuses of async state from other values, whatever their type.
private protocol StatusOfAsync {}

extension CogStatus: StatusOfAsync {}
