extension Generator {
    mutating func walk(_ steps: Int) {
        for _ in 0..<steps { program.steps.append(step()) }
    }

    private mutating func step() -> Step {
        switch random.number(below: 100) {
        case ..<34: .act(.turn(name("t"), body(depth: 2)))
        case ..<42: .act(set())
        case ..<52: .act(.peek(anyRow()))
        case ..<57: .act(.look(anyRow()))
        case ..<65: .show(view())
        case ..<69: .draw(view: random.number(below: 4))
        case ..<75: releasable().map { .act(.discard($0)) } ?? .advance(1)
        case ..<78:
            .change(
                model: random.number(below: Program.models), random.number(below: Program.modulus))
        case ..<84: .advance(random.one(of: [1, 3, 5, 10, 30]))
        case ..<88: .act(.register(plan(depth: 2)))
        case ..<90: .act(.cancel(reaction: random.number(below: 4)))
        case ..<92: .act(.export(anyRow(), buffering()))
        case ..<95: .take(export: random.number(below: 3))
        case ..<96: .drop(export: random.number(below: 3))
        case ..<98: .seed(source(), random.number(below: Program.modulus))
        case ..<99: .swap
        default: .renew
        }
    }

    private mutating func view() -> ViewPlan {
        let actions = random.isTrue(in: 30) ? outside(depth: 1) : []
        return ViewPlan(
            rows: (0...random.number(below: 2)).map { _ in anyRow() }, actions: actions,
            redraws: random.number(below: 5))
    }

    mutating func plan(depth: Int) -> ReactionPlan {
        let isWatch = random.isTrue(in: 30)
        let form: ReactionPlan.Form =
            isWatch
            ? .watch(anyRow(), isDeliveredFirst: random.isTrue(in: 50))
            : .run(formula(program.declarations.count, false, depth: 2, inReaction: true))
        let acts = random.isTrue(in: 55) && depth > 0
        return ReactionPlan(
            name: name("r"), form: form, actions: acts ? outside(depth: depth - 1) : [],
            acts: random.isTrue(in: 3) ? 70 : 1 + random.number(below: 3))
    }

    /// What a turn's body does.
    private mutating func body(depth: Int) -> [Action] {
        (0..<(1 + random.number(below: 3))).map { _ in
            switch random.number(below: 100) {
            case ..<55: .write(source(), random.number(below: Program.modulus))
            case ..<68: .add(source(), 1 + random.number(below: 3))
            case ..<72: .staged(anyRow())
            case ..<75: .bequeath(depth > 0 ? outside(depth: depth - 1) : [])
            case ..<80 where depth > 0: .turn(name("t"), body(depth: depth - 1))
            case ..<84: set()
            default: anywhere(depth: depth)
            }
        }
    }

    /// What a reaction or a notified view does.
    private mutating func outside(depth: Int) -> [Action] {
        (0..<(1 + random.number(below: 2))).map { _ in
            switch random.number(below: 100) {
            case ..<45: .turn(name("t"), body(depth: depth))
            case ..<60: set()
            default: anywhere(depth: depth)
            }
        }
    }

    private mutating func set() -> Action {
        .set(name("t"), source(), random.number(below: Program.modulus))
    }

    private mutating func anywhere(depth: Int) -> Action {
        switch random.number(below: 100) {
        case ..<35: .peek(anyRow())
        case ..<50: .look(anyRow())
        case ..<65: releasable().map { .discard($0) } ?? .peek(anyRow())
        case ..<80 where depth > 0: .register(plan(depth: depth - 1))
        case ..<88: .cancel(reaction: random.number(below: 4))
        case ..<93: .abandon(export: random.number(below: 3))
        default: .export(anyRow(), buffering())
        }
    }

    private mutating func buffering() -> Buffering {
        random.one(of: [.newest(1), .newest(2), .oldest(1), .oldest(2), .unbounded])
    }

    /// Later declarations more often: they depend on more.
    private mutating func anyRow() -> RowID {
        let count = program.declarations.count
        let declaration = max(random.number(below: count), random.number(below: count))
        return program.row(declaration, random.number(below: Program.keys))
    }

    private mutating func source() -> RowID {
        let sources = program.declarations.indices.filter { program.declarations[$0].isSource }
        return program.row(random.one(of: sources), random.number(below: Program.keys))
    }

    private mutating func releasable() -> RowID? {
        let candidates = program.declarations.indices.filter {
            program.declarations[$0].isReleasable
        }
        guard !candidates.isEmpty else { return nil }
        return program.row(random.one(of: candidates), random.number(below: Program.keys))
    }
}
