@_spi(Mechanisms) import CogGraph
import Synchronization

/// Slow work in a test's hands: each of its runs ends when the test says so, and as it says (TEST-1).
///
/// Let the cog's work, or the service it calls, await `run()`; take the runs with `nextRun()` in the order
/// they started, and end them in any. A run that no cog's work is, or that it starts in a task beside its
/// own, has no verdict of the graph's to wait for. Isolated to the MainActor.
@MainActor
public final class ControlledWork<Value> {
    /// What a cancelled run does.
    public enum OnCancel: Sendable {
        /// It goes on until the test ends it.
        case goOn
        /// It throws `CancellationError` at once.
        case stop
    }

    private let onCancel: OnCancel
    /// Every run so far, in the order they started.
    public private(set) var runs: [Run] = []
    private var taken = 0
    private var takers: [CheckedContinuation<Void, Never>] = []

    /// - Parameter onCancel: What a run does whose task is cancelled; it goes on unless given.
    public init(onCancel: OnCancel = .goOn) { self.onCancel = onCancel }

    /// The work: suspends until the test ends this run.
    public func run() async throws -> Value {
        let run = Run(number: runs.count, task: RunEnds.currentRun)
        runs.append(run)
        if !takers.isEmpty { takers.removeFirst().resume() }
        let stops = onCancel == .stop
        await withTaskCancellationHandler {
            await withCheckedContinuation { run.begin($0, stopsIfCancelled: stops) }
        } onCancel: {
            run.noteCancelled(stops: stops)
        }
        return try run.takeResult()
    }

    /// The next run that nobody took yet, as soon as it has started.
    public func nextRun() async -> Run {
        let index = taken
        taken += 1
        while runs.count <= index { await withCheckedContinuation { takers.append($0) } }
        return runs[index]
    }

    /// One run of the work.
    @MainActor
    public final class Run: Sendable {
        /// Counts the work's runs from 0.
        public let number: Int
        private let task: Int?
        private var result: Result<Value, any Error>?
        private let state = Mutex(State())

        private struct State {
            var waiter: CheckedContinuation<Void, Never>?
            var isCancelled = false
            var hasEnded = false
        }

        init(number: Int, task: Int?) {
            self.number = number
            self.task = task
        }

        /// Whether its task was cancelled.
        public var isCancelled: Bool { state.withLock { $0.isCancelled } }

        /// Ends the run with a value, and returns when the graph has published or refused it.
        ///
        /// Traps when the run has ended already.
        ///
        /// - Returns: Whether the value counted; false where the graph has no verdict.
        @discardableResult
        public func succeed(_ value: Value) async -> Bool { await end(.success(value)) }

        /// Ends the run with an error, and returns when the graph has published or refused it.
        ///
        /// Traps when the run has ended already.
        ///
        /// - Returns: Whether the error counted; false where the graph has no verdict.
        @discardableResult
        public func fail(_ error: any Error) async -> Bool { await end(.failure(error)) }

        private func end(_ result: Result<Value, any Error>) async -> Bool {
            let waiter = state.withLock { state in
                defer { state = State(waiter: nil, isCancelled: state.isCancelled, hasEnded: true) }
                return state.hasEnded ? nil : state.waiter
            }
            guard let waiter else {
                fatalError(
                    "CogTesting: run \(number) was ended, but it has ended already. A run ends once; take "
                        + "the next with nextRun().")
            }
            self.result = result
            guard let task else {
                waiter.resume()
                return false
            }
            return await withCheckedContinuation { verdict in
                RunEnds.onEnd(of: task) { verdict.resume(returning: $0) }
                waiter.resume()
            }
        }

        fileprivate func begin(
            _ waiter: CheckedContinuation<Void, Never>, stopsIfCancelled: Bool
        ) {
            let stops = state.withLock { state in
                if stopsIfCancelled, state.isCancelled {
                    state.hasEnded = true
                    return true
                }
                state.waiter = waiter
                return false
            }
            if stops { waiter.resume() }
        }

        fileprivate nonisolated func noteCancelled(stops: Bool) {
            let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
                state.isCancelled = true
                guard stops, !state.hasEnded, let waiter = state.waiter else { return nil }
                state.waiter = nil
                state.hasEnded = true
                return waiter
            }
            waiter?.resume()
        }

        fileprivate func takeResult() throws -> Value {
            guard let result else { throw CancellationError() }
            return try result.get()
        }
    }
}
