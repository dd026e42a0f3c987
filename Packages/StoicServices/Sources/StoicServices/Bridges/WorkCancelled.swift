/// Expiring work was ended by something that its caller did not do. Rule: SVC-11.
public struct WorkCancelled: Error, Hashable, CustomStringConvertible {
    /// What ended the work.
    public let cause: CancellationCause

    /// Makes the error, for tests of what handles it.
    public init(cause: CancellationCause) { self.cause = cause }

    public var description: String { "The work was cancelled by \(cause)." }
}
