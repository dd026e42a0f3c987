/// Every interleaving of a few runs and what may happen between them.
@MainActor
public struct Exploration {
    /// The program without its steps.
    public let base: AsyncProgram
    /// How many runs are chosen in all.
    public let runs: Int
    /// How many other things happen: the choice changes and nobody asks, or does not and may have; the
    /// state is discarded.
    public let others: Int
    /// Whether runs are forced by refreshes too, and chosen again by a demand alone.
    public let refreshes: Bool

    public init(_ base: AsyncProgram, runs: Int, others: Int, refreshes: Bool = true) {
        self.base = base
        self.runs = runs
        self.others = others
        self.refreshes = refreshes
    }

    /// The programs that cannot go on, in a fixed order; what comes before is in them.
    ///
    /// - Parameter body: Ends the walk by false.
    /// - Returns: How many there were.
    @discardableResult
    public func forEach(_ body: (AsyncProgram) async throws -> Bool) async throws -> Int {
        var model = AsyncModel(base)
        model.letTasksRun()
        var stack = [(model: model, steps: [AsyncStep](), others: others)]
        var count = 0
        while let next = stack.popLast() {
            let moves = moves(next.model, next.others)
            if moves.isEmpty {
                count += 1
                var program = base
                program.steps = next.steps
                if try await !body(program) { break }
            }
            for move in moves.reversed() {
                var model = next.model
                model.perform(move.step)
                _ = model.outcome()
                stack.append((model, next.steps + [move.step], next.others - (move.isOther ? 1 : 0)))
            }
        }
        return count
    }

    private func moves(_ model: AsyncModel, _ others: Int) -> [(step: AsyncStep, isOther: Bool)] {
        let state = model.states[0]
        var steps: [AsyncStep] = []
        if model.selections < runs {
            steps.append(.select(key: 0))
            if refreshes {
                steps.append(.refresh(key: 0))
                if !state.isKnown { steps.append(.demand(key: 0)) }
            }
        }
        for index in model.begun.indices where model.open(index) != nil {
            steps += [.succeed(run: index, value: index + 1), .fail(run: index, error: index + 1)]
            if base.isStream(model.begun[index]) { steps.append(.finish(run: index)) }
        }
        let others: [AsyncStep] = others > 0 && state.exists ? otherSteps(state) : []
        return steps.map { ($0, false) } + others.map { ($0, true) }
    }

    private func otherSteps(_ state: ModelState) -> [AsyncStep] {
        switch base.demand {
        case .peeked: [.move(key: 0), .touch(key: 0), .discard(key: 0)]
        case .viewed, .fields: [.touch(key: 0), .discard(key: 0)]
        case .watched: [.touch(key: 0)]
        }
    }
}
