/// A start did not return within its `startTimeout`. Rule: SVC-4.
public struct StartTimedOut: Error, CustomStringConvertible {
    /// The time the start was given.
    public let after: Duration

    public var description: String { "timed out after \(after)" }
}
