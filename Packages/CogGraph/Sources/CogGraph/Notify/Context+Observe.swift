import CogArena

@_spi(Mechanisms)
extension Context {
    /// Tells Observation that a row is read, through the boundary that its first such read makes
    /// (READ-2).
    func noteRead(_ slot: Slot) {
        let boundary = engine.isObserved(slot) ? boundary(of: slot) : attachBoundary(to: slot)
        if boundary.access() { engine.setAwaited(slot) }
    }

    func boundary(of slot: Slot) -> Boundary { boundaries[Int(engine.ticket(of: slot)) - 1] }

    private func attachBoundary(to slot: Slot) -> Boundary {
        let boundary = Boundary(slot: slot)
        boundaries.append(boundary)
        engine.setObserved(slot, true)
        engine.setTicket(UInt64(boundaries.count), of: slot)
        if !Boundary.showsTracking { engine.setAwaited(slot) }
        return boundary
    }

    /// Takes a row's boundary away; the last of the table moves to its place.
    func detachBoundary(of slot: Slot) -> Boundary {
        let place = Int(engine.ticket(of: slot)) - 1
        let boundary = boundaries[place]
        let last = boundaries.removeLast()
        if last !== boundary {
            boundaries[place] = last
            engine.setTicket(UInt64(place + 1), of: last.slot)
        }
        engine.setObserved(slot, false)
        engine.setTicket(0, of: slot)
        return boundary
    }

    /// Tells Observation of a change, if anyone may wait for it. Application code may run in it; its
    /// turns wait.
    func notify(_ slot: Slot) {
        if keepsHistory { record?.noticed.append(engine.name(of: slot)) }
        if engine.isAwaited(slot) { boundary(of: slot).notify() }
    }

    /// How many rows some UI has read.
    public var boundaryCount: Int { boundaries.count }
}
