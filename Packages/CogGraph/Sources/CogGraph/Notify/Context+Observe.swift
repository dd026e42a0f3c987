import CogArena

@_spi(Mechanisms)
extension Context {
    /// Tells Observation that a row is read, through the boundary that its first such read makes
    /// (READ-2).
    @inline(__always)
    func noteRead(_ slot: Slot) {
        if !engine.isObserved(slot) { attachBoundary(to: slot) }
        // The table holds the boundary, and nothing of ours runs in here that could take it out.
        if Boundary.access(.passUnretained(boundary(of: slot))) { engine.setAwaited(slot) }
    }

    @inline(__always)
    private func boundary(of slot: Slot) -> Boundary { boundaries[Int(engine.ticket(of: slot)) &- 1] }

    @inline(never)
    private func attachBoundary(to slot: Slot) {
        let boundary = Boundary(slot: slot)
        boundaries.append(boundary)
        engine.setObserved(slot, true)
        engine.setTicket(UInt64(boundaries.count), of: slot)
        if !Boundary.showsTracking { engine.setAwaited(slot) }
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

    /// Tells Observation of the changes that were listed, where anyone may wait for them. Application
    /// code may run in it; its turns wait.
    @inline(never)
    func notify(_ told: Int) {
        for index in 0..<told {
            let slot = engine.toldRow(index)
            if keepsHistory { record?.noticed.append(engine.name(of: slot)) }
            if engine.isAwaited(slot) { boundary(of: slot).notify() }
        }
    }

    /// How many rows some UI has read.
    public var boundaryCount: Int { boundaries.count }
}
