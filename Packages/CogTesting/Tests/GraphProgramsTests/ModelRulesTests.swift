import GraphPrograms
import Testing

/// A comparison that could not fail would prove nothing: a model that breaks one rule must part from
/// the graph soon.
@MainActor
@Suite("Models that are wrong")
struct ModelRulesTests {
    /// The first of 400 programs that parts from a model.
    private func parting(from rules: ModelRules) async throws -> Program? {
        for seed: UInt64 in 1...400 {
            let program = Program.random(seed: seed)
            if try await Fuzz.check(program, against: rules) != nil { return program }
        }
        return nil
    }

    @Test(
        "A model that breaks a rule parts from the graph",
        arguments: [
            \ModelRules.cutsOffEqualValues, \.tellsBeforeReacting, \.queuesInOrder, \.reactsInOrder,
            \.dropsUnreadDependencies, \.renewsGraces, \.releases, \.ignoresEqualWrites, \.sparesRead,
            \.registersAtTail, \.leasesUntilRest,
        ] as [WritableKeyPath<ModelRules, Bool> & Sendable])
    func parts(rule: WritableKeyPath<ModelRules, Bool> & Sendable) async throws {
        var rules = ModelRules.contract
        rules[keyPath: rule] = false
        let program = try await parting(from: rules)
        #expect(program != nil)
    }

    @Test("A program that fails is shrunk to the few steps that make it fail")
    func shrinks() async throws {
        var rules = ModelRules.contract
        rules.cutsOffEqualValues = false
        let found = try await parting(from: rules)
        let program = try #require(found)
        let short = try await program.shrunk { try await Fuzz.check($0, against: rules) != nil }
        let divergence = try await Fuzz.check(short, against: rules)
        #expect(divergence != nil)
        let other = try await Fuzz.check(short)
        #expect(other == nil)
        #expect(short.steps.count <= 4)
        #expect(short.steps.count < program.steps.count)
        #expect(short.description.split(separator: "\n").count < 12)
    }

    @Test("Nothing that can be taken away alone is left")
    func shortest() async {
        let program = Program.random(seed: 11)
        let short = await program.shrunk { candidate in
            candidate.steps.contains { if case .advance = $0 { true } else { false } }
        }
        #expect(short.steps.count == 1)
        #expect(short.mechanisms.joined().isEmpty)
    }
}
