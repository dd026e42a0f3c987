/// A stop was cancelled because its time was up, and ended only then. Rule: SVC-5.
public struct StopTimedOut: Error, CustomStringConvertible {
    /// The time the stop was given.
    public let after: Duration
    /// What the stop threw once it was cancelled, unless that was the cancellation.
    public let error: (any Error)?

    public var description: String {
        "timed out after \(after)" + (error.map { ", then threw \($0)" } ?? "")
    }
}
