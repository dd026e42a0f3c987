import RandomPrograms

extension Program: RandomProgram {
    public static func random(seed: UInt64, steps: Int = 24) -> Program {
        var generator = Generator(seed: seed)
        generator.declare()
        generator.assemble()
        generator.walk(steps)
        return generator.program
    }

    public var stepCount: Int { steps.count }
}

/// Makes a program by chance.
struct Generator {
    var random: SplitMix
    var program: Program
    private var lastName = 0

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        program = Program(seed: seed)
    }

    mutating func name(_ kind: String) -> String {
        lastName += 1
        return "\(kind)\(lastName)"
    }

    mutating func declare() {
        program.holdsObjects = random.isTrue(in: 50)
        let sources = 1 + random.number(below: 3)
        let computed = 2 + random.number(below: 6)
        for index in 0..<(sources + computed) {
            let isSource = index < sources || random.isTrue(in: 8)
            let isKeyed = random.isTrue(in: 45)
            program.declarations.append(
                Declaration(
                    kind: isSource
                        ? .source(start: random.number(below: Program.modulus))
                        : .computed(formula(index, isKeyed, depth: 3)),
                    isKeyed: isKeyed, life: life(isSource), equality: equality()))
        }
    }

    private mutating func life(_ isSource: Bool) -> Declaration.Life {
        if isSource, random.isTrue(in: 60) { return .app }
        return .observed(grace: random.one(of: [nil, nil, nil, 0, 3, 10]))
    }

    private mutating func equality() -> Declaration.Equality {
        random.one(of: [.standard, .standard, .standard, .standard, .standard, .none, .parity])
    }

    mutating func assemble() {
        for _ in 0..<random.number(below: 3) {
            let plans = (0..<(1 + random.number(below: 3))).map { _ in plan(depth: 2) }
            program.mechanisms.append(plans)
        }
    }

    /// A formula for declaration `limit`, which reads what was declared before it.
    mutating func formula(_ limit: Int, _ isKeyed: Bool, depth: Int, inReaction: Bool = false) -> Formula {
        let roll = random.number(below: 100)
        if depth == 0 || roll < 34 {
            return limit > 0
                ? .read(reference(limit, isKeyed, depth: depth))
                : .constant(random.number(below: Program.modulus))
        }
        switch roll {
        case ..<62:
            return .sum(
                formula(limit, isKeyed, depth: depth - 1, inReaction: inReaction),
                formula(limit, isKeyed, depth: depth - 1, inReaction: inReaction))
        case ..<80:
            return .choice(
                formula(limit, isKeyed, depth: depth - 1, inReaction: inReaction),
                formula(limit, isKeyed, depth: depth - 1, inReaction: inReaction),
                formula(limit, isKeyed, depth: depth - 1, inReaction: inReaction))
        case ..<83: return .model(random.number(below: Program.models))
        case ..<87: return .half(formula(limit, isKeyed, depth: depth - 1, inReaction: inReaction))
        case ..<91: return .peek(reference(limit, isKeyed, depth: depth))
        case ..<94: return inReaction ? .constant(2) : .current
        case ..<97: return isKeyed && !inReaction ? .below : .constant(random.number(below: Program.modulus))
        default: return isKeyed ? .key : .constant(random.number(below: Program.modulus))
        }
    }

    private mutating func reference(_ limit: Int, _ isKeyed: Bool, depth: Int) -> Reference {
        let declaration = random.number(below: limit)
        guard program.declarations[declaration].isKeyed else {
            return Reference(declaration: declaration, key: .constant(0))
        }
        if isKeyed, random.isTrue(in: 50) { return Reference(declaration: declaration, key: .key) }
        let key: Formula =
            depth > 0 && random.isTrue(in: 30)
            ? formula(limit, isKeyed, depth: 0) : .constant(random.number(below: Program.keys))
        return Reference(declaration: declaration, key: key)
    }
}
