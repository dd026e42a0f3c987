/// Async state by hand: a task for each choice, and a number that tells its result from an older one's.
@MainActor
final class HandLoad {
    private(set) var value: Int
    private var isLoading = false
    private var generation = 0
    private var task: Task<Void, Never>?
    private let deliver: (Int) -> Void

    init(_ value: Int, deliver: @escaping (Int) -> Void) {
        self.value = value
        self.deliver = deliver
    }

    func choose(_ operation: @escaping @MainActor () async throws -> Int) {
        let own = begin()
        task = Task { [weak self] in
            if Task.isCancelled { return }
            guard let value = try? await operation() else { return }
            _ = self?.land(value, own)
        }
    }

    func choose(each elements: Numbers) {
        let own = begin()
        task = Task { [weak self] in
            if Task.isCancelled { return }
            for await element in elements {
                guard self?.land(element, own) == true else { return }
            }
        }
    }

    private func begin() -> Int {
        task?.cancel()
        generation += 1
        isLoading = true
        return generation
    }

    private func land(_ value: Int, _ own: Int) -> Bool {
        guard own == generation else { return false }
        isLoading = false
        if value != self.value {
            self.value = value
            deliver(value)
        }
        return true
    }
}

/// From 1 to `count`, without a wait between them.
struct Numbers: AsyncSequence {
    let count: Int
    let tally: Tally

    struct Iterator: AsyncIteratorProtocol {
        let count: Int
        let tally: Tally
        var last = 0

        mutating func next() async -> Int? { await next(isolation: nil) }

        /// Where its caller is: a hop away and back for each element would be all that is measured.
        mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
            guard last < count else { return nil }
            tally.bodies &+= 1
            last += 1
            return last
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(count: count, tally: tally) }
}
