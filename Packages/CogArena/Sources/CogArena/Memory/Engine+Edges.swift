extension Engine {
    /// Adds `consumer`'s dependency on `producer` behind the edge `last`.
    func link(_ producer: RowIndex, to consumer: RowIndex, after last: EdgeIndex) -> EdgeIndex {
        let edge: EdgeIndex
        if core.pointee.freeEdge != .none {
            edge = core.pointee.freeEdge
            core.pointee.freeEdge = core.pointee.edges[edge].nextDependency
        } else {
            if core.pointee.edgeCount == core.pointee.edgeCapacity { growEdges() }
            edge = EdgeIndex(UInt32(core.pointee.edgeCount))
            core.pointee.edgeCount += 1
        }
        core.pointee.liveEdges += 1
        let edges = core.pointee.edges
        let rows = core.pointee.rows
        let firstSubscriber = rows[producer].firstSubscriber
        let next = last == .none ? rows[consumer].firstDependency : edges[last].nextDependency
        (edges + Int(edge.rawValue)).initialize(
            to: Edge(
                producer: producer, consumer: consumer, nextDependency: next,
                nextSubscriber: firstSubscriber, previousSubscriber: .none))
        if !rows[producer].tag.has(Tag.source) { rows[consumer].tag.bits |= Tag.readsComputed }
        if firstSubscriber != .none { edges[firstSubscriber].previousSubscriber = edge }
        rows[producer].firstSubscriber = edge
        setNextDependency(edge, of: consumer, after: last)
        return edge
    }

    /// Frees `edge` and all behind it in its consumer's list.
    @usableFromInline
    func unlinkAll(from edge: EdgeIndex) {
        var edge = edge
        while edge != .none { edge = unlink(edge) }
    }

    /// Frees one edge and gives the next in its consumer's list, which the caller repoints.
    func unlink(_ edge: EdgeIndex) -> EdgeIndex {
        let edges = core.pointee.edges
        let freed = edges[edge]
        if freed.nextSubscriber != .none {
            edges[freed.nextSubscriber].previousSubscriber = freed.previousSubscriber
        }
        if freed.previousSubscriber != .none {
            edges[freed.previousSubscriber].nextSubscriber = freed.nextSubscriber
        } else {
            core.pointee.rows[freed.producer].firstSubscriber = freed.nextSubscriber
        }
        if core.pointee.rows[freed.producer].tag.has(Tag.releasable) {
            noteLeft(freed.producer, by: freed.consumer)
        }
        edges[edge].producer = .none
        edges[edge].consumer = .none
        edges[edge].nextDependency = core.pointee.freeEdge
        core.pointee.freeEdge = edge
        core.pointee.liveEdges -= 1
        return freed.nextDependency
    }

    @usableFromInline
    func setNextDependency(_ next: EdgeIndex, of consumer: RowIndex, after last: EdgeIndex) {
        if last == .none {
            core.pointee.rows[consumer].firstDependency = next
        } else {
            core.pointee.edges[last].nextDependency = next
        }
    }

    @inline(never)
    private func growEdges() {
        let (limit, count) = (core.pointee.limit, core.pointee.edgeCount)
        guard count <= limit else {
            fatalError(
                "CogArena: this arena holds \(limit) dependencies, the most it may; release rows first.")
        }
        let capacity = core.pointee.larger(core.pointee.edgeCapacity)
        core.pointee.edges.grow(to: capacity)
        core.pointee.edgeCapacity = capacity
    }
}
