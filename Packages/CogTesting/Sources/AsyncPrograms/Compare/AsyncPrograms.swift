/// Where graph and model part.
public struct AsyncDivergence: Hashable, Sendable, CustomStringConvertible {
    /// The number of the step, from 1; zero for assembly, one past the last for the teardown.
    public let step: Int
    public let description: String
}

/// Holds async states to the model, program by program.
@MainActor
public enum AsyncPrograms {
    /// Runs a program in the graph and in the model, and compares all that each step shows.
    ///
    /// - Returns: The first difference; nil when there is none.
    public static func check(_ program: AsyncProgram) async throws -> AsyncDivergence? {
        let run = AsyncRun(program)
        var model = AsyncModel(program)
        model.letTasksRun()
        if let found = try await compare(run, &model, step: 0, "assembly") {
            _ = await run.finish()
            return found
        }
        for (index, step) in program.steps.enumerated() {
            await run.perform(step)
            model.perform(step)
            if let found = try await compare(run, &model, step: index + 1, "\(step)") {
                _ = await run.finish()
                return found
            }
        }
        let last = await run.finish()
        model.tearDown()
        let complaint =
            last.complaint ?? AsyncOutcome.difference(last.outcome, model.remainder())
        return complaint.map {
            AsyncDivergence(step: program.steps.count + 1, description: "teardown\n  \($0)")
        }
    }

    private static func compare(
        _ run: AsyncRun, _ model: inout AsyncModel, step: Int, _ what: @autoclosure () -> String
    ) async throws -> AsyncDivergence? {
        let (looks, views) = (model.states.map(\.isKnown), model.states.map(\.isViewed))
        let graph = try await run.outcome(lookingAt: looks, viewing: views)
        return AsyncOutcome.difference(graph, model.outcome()).map {
            AsyncDivergence(step: step, description: "\(what())\n  \($0)")
        }
    }
}
