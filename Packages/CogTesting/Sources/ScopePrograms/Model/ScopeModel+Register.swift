extension ScopeModel {
    func register(_ plan: Plan, on scope: ModelScope) {
        switch plan {
        case .watch(let place, let runsAtOnce, let actions):
            var last: [Int]?
            add(scope, place.label, reads: [place]) { [self] in
                let now = value(place)
                defer { last = now }
                guard last != nil || runsAtOnce else { return }
                account.note("watch \(scope.number).\(place.label): \(last ?? now) → \(now)")
                for action in actions { perform(action, own: scope) }
            }
        case .run(let places, let actions):
            add(scope, "run", reads: places) { [self] in
                account.note("run \(scope.number): \(places.map { value($0) })")
                for action in actions { perform(action, own: scope) }
            }
        case .task(let cancelled, let after):
            tasks += 1
            if scope.isRetired { return }
            let task = ModelTask(tasks, scope, cancelled, after)
            scope.tasks.append(task)
            jobs.append(.begin(task))
        case .parting(let actions):
            partings += 1
            let parting = ModelParting(number: partings, scope: scope, actions: actions)
            if scope.isRetired { return letGo(parting) }
            add(scope, "hold", reads: [], parting: parting) {}
        case .scope(let gate, let body): addGate(scope, gate, body)
        case .act(let action): perform(action, own: scope)
        }
    }

    private func add(
        _ scope: ModelScope, _ label: String, reads: [Place], parting: ModelParting? = nil,
        _ body: @escaping @MainActor () -> Void
    ) {
        guard !scope.isRetired else { return }
        let reaction = ModelReaction("\(scope.name).\(label)", reads: reads, parting: parting, body)
        reactions.append(reaction)
        registered.append(reaction)
        scope.reactions.append(reaction)
        guard phase == .idle else { return }
        phase = .flushing
        settleTail()
        drain()
    }

    /// Every form of gate is one over a list: which identities live, and what came and went.
    private func addGate(_ scope: ModelScope, _ gate: Place, _ body: [Plan]) {
        var members: [(identity: Int, child: ModelScope)] = []
        let name = "\(scope.name).\(gate.label)"
        add(scope, gate.label, reads: [gate]) { [self] in
            let now = identities(gate)
            let gone = members.filter { !now.contains($0.identity) }
            let come = now.filter { identity in !members.contains { $0.identity == identity } }
            members.removeAll { !now.contains($0.identity) }
            retire(gone.map(\.child), of: scope)
            for identity in come {
                let isMember = if case .list = gate { true } else if case .upTo = gate { true } else { false }
                let child = ModelScope(
                    name: isMember ? "\(name)[\(identity)]" : name, number: scopes.count)
                scopes.append(child)
                scope.children.append(child)
                members.append((identity, child))
                account.note("open \(child.number): \(child.name) for \(identity)")
                for plan in body { register(plan, on: child) }
            }
        }
    }

    private func identities(_ gate: Place) -> [Int] {
        switch gate {
        case .flag, .odd, .loading: value(gate) == [1] ? [1] : []
        default: value(gate)
        }
    }

    /// All lose their rights before the first is torn down.
    private func retire(_ leaving: [ModelScope], of parent: ModelScope) {
        for child in leaving { child.revoke() }
        parent.children.removeAll { child in leaving.contains { $0 === child } }
        for child in leaving { tearDown(child) }
    }

    /// Those opened from a scope end before it, the last opened first.
    func tearDown(_ scope: ModelScope) {
        for child in scope.children.reversed() { tearDown(child) }
        scope.children = []
        for reaction in scope.reactions {
            reaction.isCancelled = true
            if let parting = reaction.parting { leaving.append(parting) }
        }
        scope.reactions = []
        let ending = scope.tasks
        scope.tasks = []
        for task in ending { cancel(task) }
    }

    private func cancel(_ task: ModelTask) {
        task.isCancelled = true
        guard task.isWaiting else { return }
        task.isWaiting = false
        account.note("task \(task.number) is cancelled, \(scopes.filter { !$0.isRetired }.count) live")
        for action in task.cancelled { perform(action, own: task.scope) }
        self.cancelled.append(task)
    }
}
