/// One forced run of an async cog, and what becomes of exactly that run.
///
/// It may be awaited by any number of tasks, before and after it ended (ASYNC-7): on the MainActor, or
/// anywhere if its values may be sent.
public struct CogRefresh<Value> {
    /// What became of one run.
    public enum Outcome {
        /// The run's value was published; of a stream, its first.
        case success(Value)
        /// The run's error was published; or a stream ended with no element, which publishes nothing.
        case failure(any Error)
        /// Other work took its place, or what it was chosen from changed before it ended.
        case superseded
        /// The state was released or its context torn down before it ended.
        case released
    }

    @usableFromInline let end: RefreshEndOf<Value>

    @inlinable
    init() { end = RefreshEndOf() }

    /// What became of the run, once it is known.
    ///
    /// A task that is cancelled while it waits goes on at once, with `released`; neither the run nor
    /// anyone else's wait is touched.
    public nonisolated(nonsending) var outcome: Outcome {
        get async {
            if let known = end.outcome { return known }
            await end.wait()
            return end.outcome ?? .released
        }
    }

    /// What became of the run, if that is known: for who shows it and must not wait.
    @_spi(Mechanisms)
    public var knownOutcome: Outcome? { end.outcome }
}

extension CogRefresh: @unchecked Sendable where Value: Sendable {}
extension CogRefresh.Outcome: Sendable where Value: Sendable {}

/// A stream ended before its first element, so that a refresh has no value to give (ASYNC-6).
public struct StreamEndedEmpty: Error, CustomStringConvertible {
    /// The async cog's label, with its key if it has one.
    public let cog: String

    public var description: String { "the stream of '\(cog)' ended without an element" }
}
