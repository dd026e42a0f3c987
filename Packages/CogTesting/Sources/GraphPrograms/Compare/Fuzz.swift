/// Where graph and model part.
public struct Divergence: Hashable, Sendable, CustomStringConvertible {
    /// The number of the step, from 1; zero for assembly, one past the last for the end.
    public let step: Int
    public let description: String
}

/// Holds the graph to the model, program by program.
@MainActor
public enum Fuzz {
    /// Runs a program in the graph and in the model, and compares all that each step shows.
    ///
    /// - Returns: The first difference; nil when there is none.
    public static func check(
        _ program: Program, against rules: ModelRules = .contract
    ) async throws -> Divergence? {
        program.holdsObjects
            ? try await check(GraphRun<Held>(program), rules)
            : try await check(GraphRun<Int>(program), rules)
    }

    private static func check<V>(
        _ run: GraphRun<V>, _ rules: ModelRules
    ) async throws -> Divergence? {
        var models = Models(run.program, rules)
        let begun = try await run.begin()
        if let difference = models.begin(begun) { return Divergence(step: 0, description: difference) }
        for (index, step) in run.program.steps.enumerated() {
            let shown = try await run.perform(step)
            if let difference = models.perform(step, shown) {
                _ = await run.finish()
                return Divergence(
                    step: index + 1, description: "\(run.program.text(step))\n\(difference)")
            }
        }
        let last = await run.finish()
        return Difference.between(last, models.finish(), "at the end").map {
            Divergence(step: run.program.steps.count + 1, description: $0)
        }
    }
}

/// The models of a program's two contexts.
private struct Models {
    private let program: Program
    private let rules: ModelRules
    private var models: [Model?] = [nil, nil]
    private var current = 0

    init(_ program: Program, _ rules: ModelRules) {
        self.program = program
        self.rules = rules
    }

    mutating func begin(_ shown: Outcome) -> String? {
        let model = assemble(shown, [])
        return compare(model, shown)
    }

    mutating func perform(_ step: Step, _ shown: Outcome) -> String? {
        let model: Model
        switch step {
        case .renew:
            models[current]?.finish()
            model = assemble(shown, models[current]?.events ?? [])
        case .swap:
            current = 1 - current
            model = models[current] ?? assemble(shown, [])
        default:
            guard let present = models[current] else { return "there is no model" }
            model = present
            model.oracle = oracle(shown)
            model.perform(step)
        }
        return compare(model, shown)
    }

    func finish() -> [Event] {
        var events: [Event] = []
        for model in models {
            model?.finish()
            events += model?.events ?? []
        }
        return Event.normalised(events)
    }

    private mutating func assemble(_ shown: Outcome, _ events: [Event]) -> Model {
        let model = Model(program, rules)
        model.events = events
        model.oracle = oracle(shown)
        models[current] = model
        model.assemble()
        return model
    }

    private func oracle(_ shown: Outcome) -> Model.Oracle {
        var oracle = Model.Oracle()
        for entry in shown.history { oracle.noticed[entry.number] = entry.noticed }
        for case .told(let view, _) in shown.events { oracle.told.append(view) }
        for case .released(let relic) in shown.events { oracle.released.append(relic) }
        return oracle
    }

    private func compare(_ model: Model, _ shown: Outcome) -> String? {
        var shown = shown
        shown.history = shown.history.map(\.sorted)
        return model.complaint ?? Difference.between(shown, model.outcome())
    }
}
