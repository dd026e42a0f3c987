import RandomPrograms

extension Program {
    public var simpler: [Program] {
        var programs: [Program] = []
        for steps in steps.withoutParts { programs.append(with(\.steps, steps)) }
        for mechanisms in mechanisms.indices {
            for plans in self.mechanisms[mechanisms].withoutParts {
                programs.append(with(\.mechanisms[mechanisms], plans))
            }
        }
        for (index, declaration) in declarations.enumerated() {
            for simpler in declaration.simpler {
                programs.append(with(\.declarations[index], simpler))
            }
        }
        for simpler in steps.simpler(\.simpler) { programs.append(with(\.steps, simpler)) }
        for (index, plans) in mechanisms.enumerated() {
            for simpler in plans.simpler(\.simpler) { programs.append(with(\.mechanisms[index], simpler)) }
        }
        if holdsObjects { programs.append(with(\.holdsObjects, false)) }
        return programs
    }

    private func with<Part>(_ path: WritableKeyPath<Program, Part>, _ part: Part) -> Program {
        var program = self
        program[keyPath: path] = part
        return program
    }
}

extension Declaration {
    fileprivate var simpler: [Declaration] {
        var simpler: [Declaration] = []
        func add(_ change: (inout Declaration) -> Void) {
            var copy = self
            change(&copy)
            if copy != self { simpler.append(copy) }
        }
        if case .computed(let formula) = kind {
            for formula in formula.simpler { add { $0.kind = .computed(formula) } }
        } else {
            add { $0.kind = .source(start: 0) }
        }
        add { $0.equality = .standard }
        if case .observed = life { add { $0.life = .observed(grace: nil) } }
        return simpler
    }
}

extension Step {
    fileprivate var simpler: [Step] {
        switch self {
        case .act(let action): action.simpler.map { .act($0) }
        case .show(let plan): plan.simpler.map { .show($0) }
        default: []
        }
    }
}

extension Action {
    fileprivate var simpler: [Action] {
        switch self {
        case .turn(let name, let actions): actions.simpler.map { .turn(name, $0) }
        case .bequeath(let actions): actions.simpler.map { .bequeath($0) }
        case .register(let plan): plan.simpler.map { .register($0) }
        default: []
        }
    }
}

extension [Action] {
    fileprivate var simpler: [[Action]] { smaller(\.simpler) }
}

extension ReactionPlan {
    fileprivate var simpler: [ReactionPlan] {
        var simpler = actions.simpler.map { actions in
            var copy = self
            copy.actions = actions
            return copy
        }
        if case .run(let formula) = form {
            for formula in formula.simpler {
                var copy = self
                copy.form = .run(formula)
                simpler.append(copy)
            }
        }
        return simpler
    }
}

extension ViewPlan {
    fileprivate var simpler: [ViewPlan] {
        var simpler = rows.withoutParts.map { ViewPlan(rows: $0, actions: actions, redraws: redraws) }
        simpler += actions.simpler.map { ViewPlan(rows: rows, actions: $0, redraws: redraws) }
        if redraws > 0 { simpler.append(ViewPlan(rows: rows, actions: actions, redraws: redraws - 1)) }
        return simpler
    }
}
