/// Says in words what two accounts of the same step do not share.
enum Difference {
    static func between(_ graph: Outcome, _ model: Outcome) -> String? {
        if graph == model { return nil }
        return between(graph.events, model.events, "events")
            ?? between(graph.history, model.history, "history")
            ?? between(census(graph), census(model), "what is alive")
            ?? between([graph.snapshot], [model.snapshot], "counts")
    }

    static func between<Element: Equatable>(
        _ graph: [Element], _ model: [Element], _ what: String
    ) -> String? {
        if graph == model { return nil }
        let shared = zip(graph, model).prefix { $0 == $1 }.count
        func text(_ list: [Element]) -> String {
            guard shared < list.count else { return "nothing more" }
            return list[shared...].prefix(6).map { "\($0)" }.joined(separator: "\n      ")
        }
        return """
              \(what) differ behind the first \(shared):
                graph:
                  \(text(graph))
                model:
                  \(text(model))
            """
    }

    private static func census(_ outcome: Outcome) -> [String] {
        outcome.snapshot.census.sorted { $0.key < $1.key }
            .map { "\($0.key): \($0.value.joined(separator: ", "))" }
    }
}
