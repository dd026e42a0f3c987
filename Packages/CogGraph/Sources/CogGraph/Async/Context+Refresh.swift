import CogArena

/// A forced choice under way: whose, and who waits for what comes of it.
struct Refreshing {
    let slot: Slot
    let handle: AnyObject
}

@_spi(Mechanisms)
extension Context {
    /// Chooses anew, whether or not anything changed, as a system turn.
    ///
    /// Traps inside a selector or an equality rule.
    ///
    /// - Parameter owner: The mechanism or scope that asks, for the history. Its end takes back nothing:
    ///   a handle it was given keeps its own run's outcome.
    public func refresh<R: CogAsync>(
        _ reference: R, owner: String? = nil
    ) -> CogRefresh<R.Value> {
        guard !isClosed else { return .released() }
        let handle = CogRefresh<R.Value>()
        systemTurn("refresh \(reference.address.label)", owner: owner) { [self] in
            chooseAnew(reference.statusAddress, handle)
        }
        return handle
    }

    private func chooseAnew<Value, Key>(
        _ address: CogAddress<CogStatus<Value>, Key>, _ handle: CogRefresh<Value>
    ) {
        let slot = engine.slot(of: address.family, address.key)
        engine.invalidate(slot)
        refreshing = Refreshing(slot: slot, handle: handle)
        _ = engine.peek(address.family, address.key)
        if refreshing != nil {
            // A cycle's hook took the run: nothing was chosen.
            refreshing = nil
            handle.resolve(.superseded)
        }
        guard let row = asyncRow(at: slot, of: Value.self), row.schedule.canStart, engine.isSettled(slot)
        else { return }
        start(row, at: slot)
    }
}
