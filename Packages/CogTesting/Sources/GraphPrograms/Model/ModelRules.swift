/// What a model holds to. A rule that is switched off makes a model that the graph must fail, which
/// shows that a comparison would see such a defect.
public struct ModelRules: Hashable, Sendable {
    /// An equal recomputation runs nothing below it.
    public var cutsOffEqualValues = true
    /// Views are told before reactions run.
    public var tellsBeforeReacting = true
    /// Turns that wait run in the order asked.
    public var queuesInOrder = true
    /// Reactions run in the order registered.
    public var reactsInOrder = true
    /// What the latest run did not read is no dependency.
    public var dropsUnreadDependencies = true
    /// Graces begin anew with each demand.
    public var renewsGraces = true
    /// What nobody needs goes.
    public var releases = true
    /// A turn whose writes are all equal publishes nothing.
    public var ignoresEqualWrites = true
    /// A discard leaves alone what another reads.
    public var sparesRead = true
    /// A reaction registered in a flush runs after those that are due.
    public var registersAtTail = true
    /// A sequence that is dropped in the middle of something keeps its lease until that is over.
    public var leasesUntilRest = true

    public init() {}

    /// The contract.
    public static let contract = ModelRules()
}
