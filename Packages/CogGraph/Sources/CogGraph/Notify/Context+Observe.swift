import CogArena

// A row that UI read has a boundary: it is observed, so that it is kept and each turn settles it. Once a
// tracking scope read it, it is awaited too: its ticket is the place of its audience, from one on.
@_spi(Mechanisms)
extension Context {
    /// Tells Observation that UI reads a row; the first such read makes the row's boundary (READ-2).
    @inline(__always)
    func noteRead(_ slot: Slot) {
        let place = engine.ticketIfAwaited(slot)
        if place > 0 { return noteAwaitedRead(place) }
        if !engine.isObserved(slot) { observe(slot) }
        if scopeProbe.isInScope() { admitReader(of: slot) }
    }

    @inline(never)
    private func noteAwaitedRead(_ place: UInt64) { audiences[Int(place) - 1].access() }

    /// A status as UI reads it; its fields tell Observation by themselves, whenever they are read (UI-2).
    func observedStatus<R: CogAsync>(of reference: R) -> ObservedStatus<R.Value> {
        let status = peek(CogStatusReference(reference))
        let address = reference.statusAddress
        let slot = engine.slot(of: address.family, address.key)
        if !engine.isObserved(slot) {
            observe(slot)
            admit(StatusAudience(slot: slot, engine: engine, status: status))
        }
        return ObservedStatus(
            unsafeDowncast(audience(of: slot), to: StatusAudience<R.Value>.self), status)
    }

    private func audience(of slot: Slot) -> Audience { audiences[Int(engine.ticket(of: slot)) - 1] }

    @inline(never)
    private func observe(_ slot: Slot) {
        engine.setObserved(slot, true)
        engine.setTicket(0, of: slot)
        boundaryCount += 1
    }

    @inline(never)
    private func admitReader(of slot: Slot) {
        let audience = Audience(slot: slot)
        admit(audience)
        audience.access()
    }

    private func admit(_ audience: Audience) {
        audiences.append(audience)
        engine.setAwaited(audience.slot)
        engine.setTicket(UInt64(audiences.count), of: audience.slot)
    }

    /// Takes an observed row's boundary away.
    ///
    /// - Returns: Who waits for the row's changes.
    func unobserve(_ slot: Slot) -> Audience? {
        let audience = engine.isAwaited(slot) ? removeAudience(of: slot) : nil
        engine.setObserved(slot, false)
        engine.setTicket(0, of: slot)
        boundaryCount -= 1
        return audience
    }

    /// The last of the table moves to its place.
    private func removeAudience(of slot: Slot) -> Audience {
        let place = Int(engine.ticket(of: slot)) - 1
        let audience = audiences[place]
        let last = audiences.removeLast()
        if last !== audience {
            audiences[place] = last
            engine.setTicket(UInt64(place + 1), of: last.slot)
        }
        return audience
    }

    /// Tells Observation of the changes that were listed, where anyone waits for them. Application code
    /// may run in it; its turns wait.
    @inline(never)
    func notify(_ told: Int) {
        for index in 0..<told {
            if keepsHistory { noteNotice(of: engine.toldRow(index)) }
            let place = engine.toldTicket(index)
            if place > 0 { audiences[Int(place) - 1].notify() }
        }
    }
}
