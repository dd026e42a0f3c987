@_spi(Mechanisms) import CogGraph
import Synchronization

/// A sequence in a test's hands: it yields and ends when the test says so (TEST-1).
///
/// Return it from `Work.stream`; each iteration over it is a `Pass`, taken with `nextPass()` in the order
/// they began. Isolated to the MainActor.
@MainActor
public final class ControlledStream<Element: Sendable> {
    /// Every iteration so far, in the order they began.
    public private(set) var passes: [Pass] = []
    private var taken = 0
    private var takers: [CheckedContinuation<Void, Never>] = []

    public init() {}

    /// The sequence, for one iteration.
    public func elements() -> Elements { Elements(stream: self) }

    /// The next iteration that nobody took yet, as soon as it waits for its first element.
    public func nextPass() async -> Pass {
        let index = taken
        taken += 1
        while passes.count <= index { await withCheckedContinuation { takers.append($0) } }
        return passes[index]
    }

    fileprivate func begin() -> Pass {
        let pass = Pass(number: passes.count, task: RunEnds.currentTask)
        passes.append(pass)
        if !takers.isEmpty { takers.removeFirst().resume() }
        return pass
    }

    public struct Elements: AsyncSequence {
        fileprivate let stream: ControlledStream

        public func makeAsyncIterator() -> Iterator { Iterator(stream: stream) }
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: ControlledStream
        private var pass: Pass?

        fileprivate init(stream: ControlledStream) { self.stream = stream }

        public mutating func next() async throws -> Element? {
            let pass = await pass(of: stream)
            self.pass = pass
            return try await pass.next()
        }

        private func pass(of stream: ControlledStream) async -> Pass {
            if let pass { pass } else { await stream.begin() }
        }
    }

    /// One iteration over the sequence.
    @MainActor
    public final class Pass: Sendable {
        /// Counts the iterations from 0.
        public let number: Int
        private let task: Int?
        private var given: [Result<Element?, any Error>] = []
        private var reader: CheckedContinuation<Void, Never>?
        private var writers: [CheckedContinuation<Bool, Never>] = []
        private var hasEnded = false
        private let cancelled = Mutex(false)

        init(number: Int, task: Int?) {
            self.number = number
            self.task = task
        }

        /// Whether its task was cancelled.
        public var isCancelled: Bool { cancelled.withLock { $0 } }

        /// Yields an element, and returns when its reader asks for the next one or goes.
        ///
        /// - Returns: Whether the reader asked for more.
        @discardableResult
        public func yield(_ element: Element) async -> Bool { await give(.success(element)) }

        /// Ends the sequence, and returns when the graph has taken note.
        public func finish() async {
            hasEnded = true
            _ = await give(.success(nil))
        }

        /// Ends the sequence with an error, and returns when the graph has published or refused it.
        ///
        /// - Returns: Whether the error counted.
        @discardableResult
        public func fail(_ error: any Error) async -> Bool {
            hasEnded = true
            return await give(.failure(error))
        }

        private func give(_ result: Result<Element?, any Error>) async -> Bool {
            await withCheckedContinuation { writer in
                given.append(result)
                writers.append(writer)
                if let task, writers.count == 1 {
                    RunEnds.onEnd(of: task) { [self] counted in answerAll(counted) }
                }
                reader?.resume()
                reader = nil
            }
        }

        private func answerAll(_ counted: Bool) {
            let answered = writers
            writers = []
            for writer in answered { writer.resume(returning: hasEnded && counted) }
        }

        fileprivate func next() async throws -> Element? {
            // Asking again says that what was given before is dealt with.
            if given.count < writers.count { writers.removeFirst().resume(returning: true) }
            while given.isEmpty {
                await withTaskCancellationHandler {
                    await withCheckedContinuation { reader = $0 }
                } onCancel: {
                    cancelled.withLock { $0 = true }
                }
            }
            return try given.removeFirst().get()
        }
    }
}
