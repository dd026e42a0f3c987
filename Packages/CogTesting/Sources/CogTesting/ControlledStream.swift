@_spi(Mechanisms) import CogGraph
import Synchronization

/// A sequence in a test's hands: it yields and ends when the test says so (TEST-1).
///
/// Return it from `Work.stream`; each iteration over it is a `Pass`, taken with `nextPass()` in the order
/// they began. Isolated to the MainActor.
@MainActor
public final class ControlledStream<Element: Sendable> {
    /// Every iteration so far that waited for an element, in the order they first did.
    public private(set) var passes: [Pass] = []
    private var begun = 0
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
        defer { begun += 1 }
        return Pass(number: begun, task: RunEnds.currentRun) { [self] in announce($0) }
    }

    private func announce(_ pass: Pass) {
        passes.append(pass)
        if !takers.isEmpty { takers.removeFirst().resume() }
    }

    /// The sequence as its reader sees it; each loop over it is a pass.
    public struct Elements: AsyncSequence {
        fileprivate let stream: ControlledStream

        public func makeAsyncIterator() -> Iterator { Iterator(stream: stream) }
    }

    /// Begins its pass with the first element asked for.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: ControlledStream
        private var pass: Pass?

        fileprivate init(stream: ControlledStream) { self.stream = stream }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            if let pass { return try await pass.next() }
            let pass = await stream.begin()
            self.pass = pass
            return try await pass.next()
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
        /// Whether its reader went.
        private var isOver = false
        /// Says once that it waits for its first element.
        private var announce: ((Pass) -> Void)?
        private let cancelled = Mutex(false)

        init(number: Int, task: Int?, announce: @escaping (Pass) -> Void) {
            self.number = number
            self.task = task
            self.announce = announce
        }

        /// Whether its task was cancelled.
        public var isCancelled: Bool { cancelled.withLock { $0 } }

        /// Yields an element, and returns when its reader asks for the next one or goes.
        ///
        /// Traps when the sequence has ended already.
        ///
        /// - Returns: Whether the reader asked for more.
        @discardableResult
        public func yield(_ element: Element) async -> Bool { await give(.success(element)) }

        /// Ends the sequence, and returns when the graph has taken note.
        ///
        /// Traps when it has ended already.
        public func finish() async { _ = await give(.success(nil), isLast: true) }

        /// Ends the sequence with an error, and returns when the graph has published or refused it.
        ///
        /// Traps when it has ended already.
        ///
        /// - Returns: Whether the error counted.
        @discardableResult
        public func fail(_ error: any Error) async -> Bool { await give(.failure(error), isLast: true) }

        private func give(_ result: Result<Element?, any Error>, isLast: Bool = false) async -> Bool {
            if hasEnded {
                fatalError(
                    "CogTesting: pass \(number) was given more, but it has ended already. Take the next with "
                        + "nextPass().")
            }
            hasEnded = isLast
            if isOver { return false }
            given.append(result)
            if isLast, task == nil {
                wakeReader()
                return false
            }
            return await withCheckedContinuation { writer in
                writers.append(writer)
                if let task, writers.count == 1 {
                    RunEnds.onEnd(of: task) { [self] counted in answerAll(counted) }
                }
                wakeReader()
            }
        }

        private func wakeReader() {
            reader?.resume()
            reader = nil
        }

        private func answerAll(_ counted: Bool) {
            isOver = true
            let answered = writers
            writers = []
            for writer in answered { writer.resume(returning: hasEnded && counted) }
        }

        fileprivate func next() async throws -> Element? {
            // Asking again says that what was given before is dealt with.
            if given.count < writers.count { writers.removeFirst().resume(returning: true) }
            while given.isEmpty {
                await withTaskCancellationHandler {
                    await withCheckedContinuation { waiter in
                        reader = waiter
                        announce?(self)
                        announce = nil
                    }
                } onCancel: {
                    cancelled.withLock { $0 = true }
                }
            }
            return try given.removeFirst().get()
        }
    }
}
