import RandomPrograms

extension ScopeProgram: RandomProgram {
    public static func random(seed: UInt64, steps: Int = 12) -> ScopeProgram {
        var maker = Maker(dice: SplitMix(seed: seed))
        var program = ScopeProgram(seed: seed)
        for _ in 0..<(1 + maker.dice.number(below: 2)) {
            program.mechanisms.append(maker.plans(depth: 3))
        }
        for _ in 0..<steps { program.steps.append(maker.step()) }
        return program
    }

    public var stepCount: Int { steps.count }
}

private struct Maker {
    var dice: SplitMix

    mutating func list<Element>(upTo limit: Int, _ make: (inout Maker) -> Element) -> [Element] {
        (0..<dice.number(below: limit + 1)).map { _ in make(&self) }
    }

    mutating func source() -> Place {
        // Now and then the one that counts every write as a change.
        let k = dice.number(below: 4) / 3
        return [.flag(k), .id(k), .list(k), .number(k)][dice.number(below: 4)]
    }

    mutating func place() -> Place {
        let k = dice.number(below: 4) / 3
        return dice.number(below: 2) > 0
            ? source() : [.odd(k), .above(k), .upTo(k), .page, .status, .loading][dice.number(below: 6)]
    }

    mutating func gate() -> Place {
        let k = dice.number(below: 4) / 3
        return [
            .flag(k), .id(k), .list(k), .flag(0), .id(0), .list(0), .odd(k), .above(k), .upTo(k), .loading,
        ][dice.number(below: 10)]
    }

    mutating func write() -> Write {
        let source = source()
        switch source {
        case .flag: return Write(source: source, value: [dice.number(below: 2)])
        case .id: return Write(source: source, value: dice.isTrue(in: 30) ? [] : [dice.number(below: 3)])
        case .list:
            var members = Array(0..<4)
            for index in members.indices { members.swapAt(index, dice.number(below: 4)) }
            return Write(source: source, value: Array(members.prefix(dice.number(below: 5))))
        default: return Write(source: source, value: [dice.number(below: 4)])
        }
    }

    mutating func via() -> Via { dice.isTrue(in: 60) ? .own : .held(dice.number(below: 12)) }

    mutating func action(depth: Int) -> Action {
        switch dice.number(below: 100) {
        case ..<55:
            var writes = [write()]
            while dice.isTrue(in: 40) { writes.append(write()) }
            let inside = depth > 0 && dice.isTrue(in: 25) ? list(upTo: 2) { $0.action(depth: depth - 1) } : []
            return .turn(via(), writes, inside: inside)
        case ..<70 where depth > 0: return .register(via(), plan(depth: depth - 1))
        case ..<84: return .probe(via())
        case ..<92: return .refresh(via())
        case ..<99: return .discard(via(), [.odd(0), .odd(1), .page, .page][dice.number(below: 4)])
        default: return .drop
        }
    }

    mutating func plans(depth: Int) -> [Plan] {
        [plan(depth: depth)] + list(upTo: 3) { $0.plan(depth: depth) }
    }

    mutating func plan(depth: Int) -> Plan {
        let inner = depth - 1
        switch dice.number(below: 100) {
        case ..<45 where depth > 0: return .scope(gate(), plans(depth: inner))
        case ..<60: return .watch(place(), runsAtOnce: dice.isTrue(in: 40), actions(inner))
        case ..<72: return .run([place()] + list(upTo: 1) { $0.place() }, actions(inner))
        case ..<84: return .task(cancelled: actions(inner), after: actions(inner))
        case ..<92: return .parting(actions(inner))
        default: return .act(action(depth: max(inner, 0)))
        }
    }

    mutating func actions(_ depth: Int) -> [Action] {
        dice.isTrue(in: 45) ? [] : list(upTo: 2) { $0.action(depth: max(depth, 0)) }
    }

    mutating func step() -> Action {
        switch dice.number(below: 100) {
        case ..<65: .turn(dice.isTrue(in: 70) ? .own : .held(dice.number(below: 12)), [write()], inside: [])
        case ..<77: .land(dice.number(below: 4), dice.isTrue(in: 25) ? nil : dice.number(below: 3))
        default: action(depth: 2)
        }
    }
}
