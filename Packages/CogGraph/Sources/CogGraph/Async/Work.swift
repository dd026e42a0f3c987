/// What the selector of an async cog with the policy `.latest` chose to do: one run, or a stream (ASYNC-1).
///
/// The operation runs on the MainActor unless its closure says `@concurrent`; its result is accepted
/// on the MainActor either way (ASYNC-3). It holds no reader: a cog read while it runs is no dependency.
public struct Work<Value> {
    @usableFromInline let body: WorkBody

    @inlinable
    init(_ body: WorkBody) { self.body = body }

    /// One result.
    ///
    /// - Parameter operation: Should heed cancellation, which tells it that nobody waits for its
    ///   result any more; a result that comes all the same is not published.
    @inlinable
    public static func run(_ operation: @escaping @MainActor () async throws -> Value) -> Work {
        Work(.once(operation))
    }

    /// Every element of a sequence, one after another, each once the one before is published.
    ///
    /// - Parameter sequence: Makes the sequence when the work starts.
    @inlinable
    public static func stream<Elements: AsyncSequence>(
        _ sequence: @escaping @MainActor () -> Elements
    ) -> Work where Elements.Element == Value {
        Work(
            WorkBody(isStream: true) { run in
                for try await element in sequence() {
                    guard run.take(element) else { return }
                }
            })
    }
}

/// What the selector of an async cog with a `RunPolicy` chose to do: one run. There is no stream of this
/// kind, because that has no end that the next could wait for. Write `.run { … }` and the policy says which
/// kind is meant.
public struct RunWork<Value> {
    @usableFromInline let body: WorkBody

    @inlinable
    init(_ body: WorkBody) { self.body = body }

    /// One result.
    ///
    /// - Parameter operation: Should heed cancellation, which tells it that nobody waits for its
    ///   result any more; a result that comes all the same is not published.
    @inlinable
    public static func run(_ operation: @escaping @MainActor () async throws -> Value) -> RunWork {
        RunWork(.once(operation))
    }
}

/// Work as the graph runs it. What its values are is known where it was made alone: it hands them to the
/// run that it is given.
@frozen
@usableFromInline
struct WorkBody {
    @usableFromInline let isStream: Bool
    let perform: @MainActor (AsyncRun) async throws -> Void

    @usableFromInline
    init(isStream: Bool, _ perform: @escaping @MainActor (AsyncRun) async throws -> Void) {
        self.isStream = isStream
        self.perform = perform
    }

    @inlinable
    static func once<Value>(_ operation: @escaping @MainActor () async throws -> Value) -> WorkBody {
        WorkBody(isStream: false) { run in run.take(try await operation()) }
    }
}

/// The policy of work that may stream: new work takes the place of what runs.
public enum LatestPolicy: Hashable, Sendable {
    /// What runs is cancelled, and cannot publish any more even if it ignores that.
    case latest
}

/// How runs chosen one after another share one state. The selector gives a `RunWork`, which never streams.
public enum RunPolicy: Hashable, Sendable {
    /// One at a time, each in its turn. Nothing bounds how many wait (ASYNC-8).
    case queue
    /// One at a time. Of those chosen meanwhile the newest is kept, and runs once.
    case exhaustLatest
    /// All at once; results are published as they land.
    case merged
}

extension RunPolicy {
    @usableFromInline
    var schedule: RunSchedule.Policy {
        switch self {
        case .queue: .queue
        case .exhaustLatest: .exhaustLatest
        case .merged: .merged
        }
    }
}
