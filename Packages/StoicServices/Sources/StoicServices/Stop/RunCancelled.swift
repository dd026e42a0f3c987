/// A run was ended by something that its caller did not do. Rules: SVC-7, SVC-10.
///
/// A run that its own caller cancels throws `CancellationError` instead.
public struct RunCancelled: Error, CustomStringConvertible {
    /// What ended the run.
    public let cause: CancellationCause
    /// The error of the work that failed, when that is the cause.
    public let error: (any Error)?
    /// What became of every service.
    public let report: ServiceReport

    public var description: String {
        "The run was cancelled by \(cause)" + (error.map { ": \($0)" } ?? ".") + "\n\(report)"
    }
}
