import CogArena

@_spi(Mechanisms)
extension Context {
    /// Tells Observation that a row is read, through the boundary that its first such read makes
    /// (READ-2).
    @inline(__always)
    func noteRead(_ slot: Slot) {
        if !engine.isObserved(slot) { attach(Boundary(slot: slot)) }
        // The table holds the boundary, and nothing of ours runs in here that could take it out.
        if Boundary.access(.passUnretained(boundary(of: slot))) { engine.setAwaited(slot) }
    }

    /// A status as UI reads it; its fields tell Observation by themselves, whenever they are read (UI-2).
    func observedStatus<R: CogAsync>(of reference: R) -> ObservedStatus<R.Value> {
        let status = peek(CogStatusReference(reference))
        let address = reference.statusAddress
        let slot = engine.slot(of: address.family, address.key)
        if !engine.isObserved(slot) {
            attach(StatusBoundary(slot: slot, engine: engine, status: status))
            engine.setAwaited(slot)
        }
        return ObservedStatus(
            unsafeDowncast(boundary(of: slot), to: StatusBoundary<R.Value>.self), status)
    }

    @inline(__always)
    private func boundary(of slot: Slot) -> Boundary { boundaries[Int(engine.ticket(of: slot)) &- 1] }

    @inline(never)
    private func attach(_ boundary: Boundary) {
        boundaries.append(boundary)
        engine.setObserved(boundary.slot, true)
        engine.setTicket(UInt64(boundaries.count), of: boundary.slot)
        if !Boundary.showsTracking { engine.setAwaited(boundary.slot) }
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
