// What a tool may count. Each but the check is O(1).
@_spi(Mechanisms)
extension Context {
    /// How many rows, reactions and exports live.
    public var rowCount: Int { engine.liveRows }

    /// How many dependencies are recorded.
    public var edgeCount: Int { engine.liveEdges }

    /// How many boxes with a capacity are kept an eye on.
    public var crowdCount: Int { crowds.count }

    /// How many changes were published.
    public var revisionCount: UInt64 { UInt64(engine.revision.rawValue) - 1 }

    /// Traps, saying which, unless every invariant of the arena holds. O(rows + edges).
    public func checkInvariants() { engine.checkInvariants() }
}
