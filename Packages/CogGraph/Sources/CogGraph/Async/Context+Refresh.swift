import CogArena

/// A forced choice under way: whose, and who waits for what comes of it.
struct Refreshing {
    let slot: Slot
    let end: RefreshEnd
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
        let handle = CogRefresh<R.Value>()
        chooseAnew(
            handle.end, label: reference.address.label, owner: owner,
            reference.statusAddress.demand(in: engine))
        return handle
    }

    /// - Parameter demand: Asks for the state's status; is given what is to be done before that.
    func chooseAnew(
        _ end: RefreshEnd, label: @autoclosure @escaping () -> String, owner: String? = nil,
        _ demand: @escaping (_ prepare: (Slot) -> Void) -> Void
    ) {
        guard !isClosed else { return end.reach(.released) }
        systemTurn("refresh \(label())", owner: owner) { [self] in
            var slot = Slot.none
            demand { found in
                slot = found
                engine.invalidate(slot)
                refreshing = Refreshing(slot: slot, end: end)
            }
            guard let row = asyncRows[slot], row.schedule.canStart, engine.isSettled(slot) else { return }
            start(row)
        }
    }
}

extension CogAddress {
    /// Demands the row, once it is known which one it is.
    @inlinable
    func demand(in engine: Engine) -> (_ prepare: (Slot) -> Void) -> Void {
        let (family, key) = (family, key)
        return { prepare in
            prepare(engine.slot(of: family, key))
            _ = engine.peek(family, key)
        }
    }
}
