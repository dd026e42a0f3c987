/// What an async cog's selector chose to do: one run, or a stream (ASYNC-1).
///
/// The operation runs on the MainActor unless its closure says `@concurrent`; its result is accepted
/// on the MainActor either way (ASYNC-3). It holds no reader: a cog read while it runs is no dependency.
public struct Work<Value> {
    let body: WorkBody<Value>

    /// One result.
    ///
    /// - Parameter operation: Should heed cancellation, which tells it that nobody waits for its
    ///   result any more; a result that comes all the same is not published.
    public static func run(_ operation: @escaping @MainActor () async throws -> Value) -> Work {
        Work(body: .run(operation))
    }

    /// Every element of a sequence, one after another, each once the one before is published.
    ///
    /// - Parameter sequence: Makes the sequence when the work starts.
    public static func stream<Elements: AsyncSequence>(
        _ sequence: @escaping @MainActor () -> Elements
    ) -> Work where Elements.Element == Value {
        Work(
            body: .stream { take in
                for try await element in sequence() {
                    guard take(element) else { return }
                }
            })
    }
}

/// One run, for the policies that order runs: a stream has no end that the next could wait for.
public struct RunWork<Value> {
    let operation: @MainActor () async throws -> Value

    /// One result.
    ///
    /// - Parameter operation: Should heed cancellation, which tells it that nobody waits for its
    ///   result any more; a result that comes all the same is not published.
    public static func run(_ operation: @escaping @MainActor () async throws -> Value) -> RunWork {
        RunWork(operation: operation)
    }
}

enum WorkBody<Value> {
    case run(@MainActor () async throws -> Value)
    /// Hands each element on until it is told that nobody takes them any more.
    case stream(@MainActor (_ take: @MainActor (Value) -> Bool) async throws -> Void)
}

/// The policy of work that may stream: new work takes the place of what runs.
public enum LatestPolicy: Hashable, Sendable {
    /// What runs is cancelled, and cannot publish any more even if it ignores that.
    case latest
}

/// How runs chosen one after another share one state.
public enum RunPolicy: Hashable, Sendable {
    /// One at a time, each in its turn. Nothing bounds how many wait (ASYNC-8).
    case queue
    /// One at a time. Of those chosen meanwhile the newest is kept, and runs once.
    case exhaustLatest
    /// All at once; results are published as they land.
    case merged
}

extension RunPolicy {
    var schedule: RunSchedule.Policy {
        switch self {
        case .queue: .queue
        case .exhaustLatest: .exhaustLatest
        case .merged: .merged
        }
    }
}
