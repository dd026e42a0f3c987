/// Which explorations make a whole.
@MainActor
public enum ExplorationPlan {
    /// Each policy with each kind of demand, and with work that heeds its cancellation and work that does
    /// not.
    public static let bases: [AsyncProgram] = AsyncProgram.Policy.allCases.flatMap { policy in
        AsyncProgram.Demand.allCases.flatMap { demand in
            [false, true].map { heeds in
                var program = AsyncProgram(policy: policy, demand: demand)
                program.heedsCancellation = heeds
                return program
            }
        }
    }

    /// Every order of all that may happen to up to three runs, with up to `others` other things between.
    public static func everything(others: Int) -> [Exploration] {
        bases.map { Exploration($0, runs: 3, others: others) }
    }

    /// Every order in which up to five runs are chosen, succeed and fail.
    public static let completions = bases.map { Exploration($0, runs: 5, others: 0, refreshes: false) }

    /// What is made in a moment: two runs with one other thing between, and three runs.
    public static let brief =
        bases.map { Exploration($0, runs: 2, others: 1) } + bases.map { Exploration($0, runs: 3, others: 0) }
}

extension Exploration {
    /// Holds every `stride`-th program to the model.
    ///
    /// - Returns: How many there are and how many were held, and the first that differs.
    public func check(every stride: Int = 1) async throws -> (
        programs: Int, checked: Int, steps: Int, failed: (AsyncProgram, AsyncDivergence)?
    ) {
        var failed: (AsyncProgram, AsyncDivergence)?
        var (index, checked, steps) = (0, 0, 0)
        let count = try await forEach { program in
            defer { index += 1 }
            guard index % stride == 0 else { return true }
            checked += 1
            steps += program.steps.count
            if let divergence = try await AsyncPrograms.check(program) { failed = (program, divergence) }
            return failed == nil
        }
        return (count, checked, steps, failed)
    }
}
