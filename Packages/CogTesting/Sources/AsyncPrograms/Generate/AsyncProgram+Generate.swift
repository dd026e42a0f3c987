import RandomPrograms

extension AsyncProgram: RandomProgram {
    public static func random(seed: UInt64, steps: Int = 24) -> AsyncProgram {
        var random = SplitMix(seed: seed)
        var program = AsyncProgram(
            policy: random.one(of: AsyncProgram.Policy.allCases),
            demand: random.one(of: AsyncProgram.Demand.allCases))
        if program.policy == .latest { program.work = random.one(of: AsyncProgram.Work.allCases) }
        program.heedsCancellation = random.isTrue(in: 50)
        program.keys = random.number(below: 3) + 1
        var model = AsyncModel(program)
        model.letTasksRun()
        for _ in 0..<steps {
            let step = step(model, &random)
            program.steps.append(step)
            model.perform(step)
            _ = model.outcome()
        }
        return program
    }

    public var stepCount: Int { steps.count }

    private static func step(_ model: AsyncModel, _ random: inout SplitMix) -> AsyncStep {
        let open = model.begun.indices.filter { model.open($0) != nil }
        if !open.isEmpty, random.isTrue(in: 45) {
            let run = random.one(of: open)
            switch random.number(below: 10) {
            case 0..<6: return .succeed(run: run, value: random.number(below: 3))
            case 6..<9: return .fail(run: run, error: random.number(below: 2))
            default: return .finish(run: run)
            }
        }
        switch random.number(below: 20) {
        case 0: return .advance(seconds: random.one(of: [1, 10, 29, 30, 31]))
        case 1, 2:
            return .together((0...random.number(below: 3)).map { _ in simple(model, &random) })
        case 3, 4:
            let key = random.number(below: model.program.keys)
            return .turn(
                (0...random.number(below: 3)).map { _ in
                    random.one(of: [
                        .move(key: key), .touch(key: key), .refresh(key: key), .refresh(key: key),
                        .discard(key: key),
                    ])
                })
        default: return simple(model, &random)
        }
    }

    private static func simple(_ model: AsyncModel, _ random: inout SplitMix) -> AsyncStep {
        let key = random.number(below: model.program.keys)
        return switch random.number(below: 16) {
        case 0..<4: .select(key: key)
        case 4..<7: .move(key: key)
        case 7, 8: .touch(key: key)
        case 9..<12: .demand(key: key)
        case 12..<15: .refresh(key: key)
        default: .discard(key: key)
        }
    }
}
