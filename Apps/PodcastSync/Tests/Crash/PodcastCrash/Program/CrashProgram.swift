public import RandomPrograms

/// A life of a library, with the moments at which its processes are killed.
public struct CrashProgram: RandomProgram, Sendable {
    /// A kill as it was drawn; which moment that is follows from how many an undisturbed run comes to.
    struct Kill: Hashable, Sendable {
        enum Kind: Hashable, Sendable { case call, powerCut, request, piece }

        let kind: Kind
        let draw: Int

        func point(among chances: KillChances) -> KillPoint {
            switch kind {
            case .request where chances.requests > 0: .request(draw % chances.requests + 1)
            case .piece where chances.pieces > 0: .piece(draw % chances.pieces + 1)
            case .powerCut: .powerCut(draw % (chances.calls + 1) + 1)
            default: .call(draw % max(1, chances.calls) + 1)
            }
        }
    }

    struct Step: Hashable, Sendable {
        var change: Change?
        let operation: Operation
        var kills: [Kill]
    }

    /// The version of the library it begins with; nil for none.
    var schema: Int?
    var steps: [Step]

    public var stepCount: Int { steps.count }

    public var description: String {
        let begin = schema.map { "a library of schema \($0)" } ?? "no library"
        return ([begin] + steps.map(\.description)).joined(separator: "\n")
    }

    public var simpler: [CrashProgram] {
        steps.smaller { step in
            let fewer = step.kills.withoutParts.map {
                Step(change: step.change, operation: step.operation, kills: $0)
            }
            return step.change == nil ? fewer : fewer + [Step(operation: step.operation, kills: step.kills)]
        }.map { CrashProgram(schema: schema, steps: $0) }
            + (schema == nil ? [] : [CrashProgram(schema: nil, steps: steps)])
    }
}

extension CrashProgram.Step: CustomStringConvertible {
    var description: String {
        (change.map { "\($0); " } ?? "") + "\(operation)"
            + kills.map { ", killed (\($0.kind) \($0.draw))" }.joined()
    }
}
