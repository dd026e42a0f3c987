import RandomPrograms

extension ScopeProgram {
    public var simpler: [ScopeProgram] {
        var programs: [ScopeProgram] = []
        func add(_ change: (inout ScopeProgram) -> Void) {
            var copy = self
            change(&copy)
            programs.append(copy)
        }
        for fewer in steps.withoutParts { add { $0.steps = fewer } }
        for index in mechanisms.indices {
            for fewer in mechanisms[index].withoutParts { add { $0.mechanisms[index] = fewer } }
        }
        for index in mechanisms.indices {
            for simpler in mechanisms[index].simpler(\.simpler) { add { $0.mechanisms[index] = simpler } }
        }
        for simpler in steps.simpler(\.simpler) { add { $0.steps = simpler } }
        return programs
    }
}

extension Plan {
    fileprivate var simpler: [Plan] {
        switch self {
        case .watch(let place, let now, let actions):
            (now ? [.watch(place, runsAtOnce: false, actions)] : [])
                + actions.smaller(\.simpler).map { .watch(place, runsAtOnce: now, $0) }
        case .run(let places, let actions):
            places.withoutParts.map { .run($0, actions) }
                + actions.smaller(\.simpler).map { .run(places, $0) }
        case .task(let cancelled, let after):
            cancelled.smaller(\.simpler).map { .task(cancelled: $0, after: after) }
                + after.smaller(\.simpler).map { .task(cancelled: cancelled, after: $0) }
        case .parting(let actions): actions.smaller(\.simpler).map { .parting($0) }
        case .scope(let gate, let body): body + body.smaller(\.simpler).map { .scope(gate, $0) }
        case .act(let action): action.simpler.map { .act($0) }
        }
    }
}

extension Action {
    fileprivate var simpler: [Action] {
        switch self {
        case .turn(let via, let writes, let inside):
            (inside.isEmpty ? [] : [.turn(via, writes, inside: [])])
                + inside.smaller(\.simpler).map { .turn(via, writes, inside: $0) }
                + writes.withoutParts.filter { !$0.isEmpty }.map { .turn(via, $0, inside: inside) }
                + (via == .own ? [] : [.turn(.own, writes, inside: inside)])
        case .register(let via, let plan):
            plan.simpler.map { .register(via, $0) } + (via == .own ? [] : [.register(.own, plan)])
        case .probe, .discard, .refresh, .land, .drop: []
        }
    }
}
