@_spi(Mechanisms) import CogGraph

/// An error of a program.
struct ProgramError: Error, Hashable {
    let number: Int
}

/// What the selectors of a program chose, and the work that began. It outlives the program's context.
@MainActor
final class WorkLedger {
    let heedsCancellation: Bool
    var selections = 0
    private(set) var begun: [ProgramWork] = []

    init(heedsCancellation: Bool) { self.heedsCancellation = heedsCancellation }

    func run(_ selection: Int) async throws -> Int {
        try await begin(selection).next() ?? 0
    }

    func begin(_ selection: Int) -> ProgramWork {
        let work = ProgramWork(selection, heedsCancellation)
        begun.append(work)
        return work
    }
}

/// The work of one run, in the program's hands.
@MainActor
final class ProgramWork {
    let selection: Int
    private let heedsCancellation: Bool
    private let task = RunEnds.currentRun
    private(set) var isCancelled = false
    /// Whether it waits for a word.
    var isOpen: Bool { reader != nil }
    private var reader: CheckedContinuation<Word, Never>?
    private var verdict: CheckedContinuation<Bool, Never>?

    enum Word {
        case value(Int)
        case error(Int)
        case end
        case cancelled
    }

    init(_ selection: Int, _ heedsCancellation: Bool) {
        self.selection = selection
        self.heedsCancellation = heedsCancellation
    }

    /// Suspends until the program says how it goes on. Asking again says that what was given counted.
    func next() async throws -> Int? {
        answer(true)
        let word = await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                self.reader = reader
                if isCancelled, heedsCancellation { resume(.cancelled) }
            }
        } onCancel: {
            // The graph cancels where it lives.
            MainActor.assumeIsolated { cancel() }
        }
        switch word {
        case .value(let value): return value
        case .error(let number): throw ProgramError(number: number)
        case .end: return nil
        case .cancelled: throw CancellationError()
        }
    }

    /// Says how the work goes on, and returns once the graph has dealt with it.
    ///
    /// - Returns: Whether it counted; nil when the work does not wait.
    func tell(_ word: Word) async -> Bool? {
        guard reader != nil, let task else { return nil }
        return await withCheckedContinuation { verdict in
            self.verdict = verdict
            RunEnds.onEnd(of: task) { [self] counted in answer(counted) }
            resume(word)
        }
    }

    private func cancel() {
        isCancelled = true
        if heedsCancellation { resume(.cancelled) }
    }

    private func resume(_ word: Word) {
        reader?.resume(returning: word)
        reader = nil
    }

    private func answer(_ counted: Bool) {
        verdict?.resume(returning: counted)
        verdict = nil
    }
}

/// The elements of a run that streams.
struct ProgramStream: AsyncSequence {
    let work: ProgramWork

    func makeAsyncIterator() -> Iterator { Iterator(work: work) }

    struct Iterator: AsyncIteratorProtocol {
        let work: ProgramWork

        mutating func next(isolation actor: isolated (any Actor)?) async throws -> Int? {
            try await work.next()
        }
    }
}
