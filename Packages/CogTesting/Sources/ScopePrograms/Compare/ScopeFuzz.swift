/// Holds scopes to their model, program by program.
@MainActor
public enum ScopeFuzz {
    /// Runs a program in the graph and in the model, and compares all that each step shows.
    ///
    /// - Returns: The first difference; nil when there is none.
    public static func difference(_ program: ScopeProgram) async -> String? {
        let (run, model) = (ScopeRun(program), ScopeModel(program))
        var difference = between(await run.begin(), model.begin(), "while it is assembled")
        for (index, step) in program.steps.enumerated() where difference == nil {
            difference = between(await run.perform(step), model.perform(step), "in step \(index + 1)")
        }
        let last = await run.finish()
        return difference ?? between(last, model.finish(), "at the end")
    }

    private static func between(_ graph: Account, _ model: Account, _ place: String) -> String? {
        parting(graph.events, model.events, "events \(place)")
            ?? parting(graph.turns, model.turns, "turns \(place)")
            ?? parting(graph.live, model.live, "live controllers \(place)")
            ?? parting(graph.refreshes, model.refreshes, "refreshes \(place)")
            ?? parting(graph.work, model.work, "runs of the async state \(place)")
            ?? parting(graph.goneAtClose, model.goneAtClose, "values that went with the context \(place)")
    }

    private static func parting<Element: Equatable>(
        _ graph: [Element], _ model: [Element], _ what: String
    ) -> String? {
        if graph == model { return nil }
        let shared = zip(graph, model).prefix { $0 == $1 }.count
        func text(_ list: [Element]) -> String {
            shared < list.count
                ? list[shared...].prefix(5).map { "\($0)" }.joined(separator: "\n    ") : "nothing more"
        }
        return """
            \(what) differ behind the first \(shared):
              graph:
                \(text(graph))
              model:
                \(text(model))
            """
    }
}
