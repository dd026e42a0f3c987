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
        let name = "discard \(address.label)"
        systemTurn(name, owner: owner, isAdmitted: isAdmitted) { [self] in
            guard let slot = engine.existing(address.family, address.key) else { return }
            discardRow(slot)
        }
    }

    /// Detaches, releases, then notifies. A reader of the old boundary that reads again at once
    /// finds the state gone and starts a new life; told earlier, it would pin the row that is
    /// about to go.
    private func discardRow(_ slot: Slot) {
        guard !engine.isInUse(slot) else { return }
        let name = keepsHistory ? engine.name(of: slot) : ""
        let boundary = engine.isObserved(slot) ? detachBoundary(of: slot) : nil
        release(slot)
        settleIdle()
        guard let boundary else { return }
        record?.noticed.append(name)
        boundary.notify()
    }
}
