import CogArena

@_spi(Mechanisms)
extension Context {
    /// Releases a row that only a boundary or its grace keeps, as a system turn (LIFE-5).
    ///
    /// Traps when the declaration may not be released, and while a selector computes.
    ///
    /// - Parameter isAdmitted: Asked when a waiting discard's time comes; false drops it.
    public func discard<R: CogReadable>(
        _ reference: R, owner: String? = nil, isAdmitted: (@MainActor () -> Bool)? = nil
    ) {
        let address = reference.address
        guard address.family.annotation is LifetimePolicy else {
            fatalError(
                """
                CogGraph: '\(address.label)' cannot be discarded: it lives as long as the app. \
                Declare it with lifetime: .whileObserved(resetToInitial: true) to let it go.
                """)
        }
        systemTurn("discard \(address.label)", owner: owner, isAdmitted: isAdmitted) { [self] in
            let slot = engine.existing(address.family, address.key)
            discardRows([slot, (reference as? any CogAsync).flatMap { statusSlot(of: $0) }])
        }
    }

    private func statusSlot<R: CogAsync>(of reference: R) -> Slot? {
        let address = reference.statusAddress
        return engine.existing(address.family, address.key)
    }

    /// Detaches, releases, then notifies. A reader of the old boundary that reads again at once
    /// finds the state gone and starts a new life; told earlier, it would pin the row that is
    /// about to go.
    private func discardRows(_ slots: [Slot?]) {
        var audiences: [Audience] = []
        var isAnyReleased = false
        for case let slot? in slots where !engine.isInUse(slot) {
            if engine.isObserved(slot) {
                record?.noticed.append(engine.name(of: slot))
                if let audience = unobserve(slot) { audiences.append(audience) }
            }
            isAnyReleased = release(slot) || isAnyReleased
        }
        // With nothing let go, what else is idle goes in its own time: at the flush's end.
        if isAnyReleased { settleIdle() }
        for audience in audiences { audience.notify() }
    }
}
