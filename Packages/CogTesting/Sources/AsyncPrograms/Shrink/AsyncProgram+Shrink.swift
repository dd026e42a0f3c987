import RandomPrograms

extension AsyncProgram {
    public var simpler: [AsyncProgram] {
        var programs: [AsyncProgram] = []
        func add(_ change: (inout AsyncProgram) -> Void) {
            var program = self
            change(&program)
            if program != self { programs.append(program) }
        }
        for fewer in steps.withoutParts { add { $0.steps = fewer } }
        if keys > 1 {
            add {
                $0.keys -= 1
                $0.steps = $0.steps.map { $0.moved(below: keys - 1) }
            }
        }
        add { $0.work = .runs }
        add { $0.heedsCancellation = false }
        for simpler in steps.simpler(\.simpler) { add { $0.steps = simpler } }
        return programs
    }
}

extension AsyncStep {
    /// The step with keys below a limit.
    fileprivate func moved(below limit: Int) -> AsyncStep {
        switch self {
        case .select(let key): .select(key: key % limit)
        case .move(let key): .move(key: key % limit)
        case .touch(let key): .touch(key: key % limit)
        case .demand(let key): .demand(key: key % limit)
        case .refresh(let key): .refresh(key: key % limit)
        case .discard(let key): .discard(key: key % limit)
        case .together(let steps): .together(steps.map { $0.moved(below: limit) })
        case .turn(let steps): .turn(steps.map { $0.moved(below: limit) })
        case .succeed, .fail, .finish, .advance: self
        }
    }

    /// The step with less in it.
    fileprivate var simpler: [AsyncStep] {
        switch self {
        case .together(let steps), .turn(let steps):
            steps.count == 1
                ? steps
                : steps.indices.map { index in
                    var fewer = steps
                    fewer.remove(at: index)
                    if case .turn = self { return .turn(fewer) }
                    return .together(fewer)
                }
        case .select(let key): [.move(key: key), .demand(key: key)]
        default: []
        }
    }
}
