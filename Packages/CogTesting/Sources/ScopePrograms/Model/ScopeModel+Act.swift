extension ScopeModel {
    /// - Parameter own: The scope that the action belongs to; nil for one from outside.
    func perform(_ action: Action, own: ModelScope?) {
        switch action {
        case .drop: return drop()
        case .land: return
        case .probe(let via):
            guard let scope = scope(via, own) else { return }
            let seen = scope.isRetired ? "retired" : "\(value(.number(0)))"
            return account.note("probe \(scope.number): \(seen)")
        default: break
        }
        guard fuel > 0 else { return }
        fuel -= 1
        switch action {
        case .turn(let via, let writes, let inside):
            guard let hand = hand(via, own) else { return }
            turn(hand.scope, writes, inside)
        case .register(let via, let plan):
            if let scope = scope(via, own) { register(plan, on: scope) }
        case .discard(let via, let place):
            guard let hand = hand(via, own) else { return }
            let turn = Turn(name: "discard \(place.label)", owner: hand.scope?.name, isSystem: true)
            ask(turn, if: { hand.scope?.isRetired != true }) { [self] in
                if place == .page { discardPage() }
            }
        case .refresh(let via):
            if let scope = scope(via, own), scope.isRetired {
                return account.note("refresh \(scope.number): retired")
            }
            if let hand = hand(via, own) { refresh(hand.scope?.name) }
        case .probe, .drop, .land: break
        }
    }

    private func scope(_ via: Via, _ own: ModelScope?) -> ModelScope? {
        switch via {
        case .own: own
        case .held(let index): scopes.isEmpty ? nil : scopes[index % scopes.count]
        }
    }

    /// A live controller's scope, or the handle; nil where nothing may be asked for.
    private func hand(_ via: Via, _ own: ModelScope?) -> (scope: ModelScope?, Void)? {
        if let scope = scope(via, own) { return scope.isRetired ? nil : (scope, ()) }
        return isHeldByStep || hasHandle ? (nil, ()) : nil
    }

    private func turn(_ scope: ModelScope?, _ writes: [Write], _ inside: [Action]) {
        let name = writes.first?.source.label ?? "nothing"
        // A lone write is no body that could be seen to run.
        let isLone = writes.count == 1 && inside.isEmpty
        let turn = Turn(name: name, owner: scope?.name, isSystem: false)
        ask(turn, if: { scope?.isRetired != true }) { [self] in
            if !isLone { account.note("body \(name)") }
            for write in writes { staged.append((write.source, write.value)) }
            for action in inside { perform(action, own: scope) }
        }
    }

    /// Runs a turn now, in the one whose body runs, or when those before it are over.
    func ask(_ turn: Turn, if isAdmitted: @escaping () -> Bool, _ body: @escaping () -> Void) {
        if phase == .staging, !turn.isSystem { return body() }
        if phase != .idle { return wait(turn, if: isAdmitted, body) }
        run(Waiting(turn: turn, isAdmitted: isAdmitted, body: body))
        drain()
    }

    func wait(_ turn: Turn, if isAdmitted: @escaping () -> Bool, _ body: @escaping () -> Void) {
        var turn = turn
        turn.cause = running
        queue.append(Waiting(turn: turn, isAdmitted: isAdmitted, body: body))
    }

    private func run(_ waiting: Waiting) {
        turns += 1
        let before = allValues
        record = waiting.turn
        record?.number = turns
        phase = waiting.turn.isSystem ? .flushing : .staging
        staged = []
        page.isPublished = false
        waiting.body()
        phase = .flushing
        flush(since: before)
        if let record { account.turns.append(record) }
        record = nil
    }

    func drain() {
        while !queue.isEmpty {
            let next = queue.removeFirst()
            if next.isAdmitted() { run(next) }
        }
        phase = .idle
    }

    /// Commits, and runs whom it concerns in the order they were registered.
    private func flush(since before: [Place: [Int]]) {
        var changed: Set<Place> = page.isPublished ? [.status] : []
        for (source, value) in Dictionary(staged, uniquingKeysWith: { $1 }) {
            if source.takesEveryWrite || values[source] != value { changed.insert(source) }
            values[source] = value
        }
        if !changed.isEmpty { record?.isUnchanged = false }
        for (place, value) in allValues where before[place] != value { changed.insert(place) }
        for reaction in reactions where reaction.hasRun && !changed.isDisjoint(with: reaction.reads) {
            if !reaction.isCancelled { run(reaction) }
        }
        settleTail()
    }

    /// First runs, and then what ended lets go of its values, which may ask for more.
    func settleTail() {
        repeat {
            while !registered.isEmpty {
                let next = registered.removeFirst()
                if !next.isCancelled { run(next) }
            }
            reactions.removeAll(where: \.isCancelled)
            // The one that ended last goes first.
            while let parting = leaving.popLast() { letGo(parting) }
        } while !registered.isEmpty
    }

    private func run(_ reaction: ModelReaction) {
        let last = running
        running = reaction.label
        record?.reactions.append(reaction.label)
        reaction.hasRun = true
        for place in reaction.reads { demand(place) }
        reaction.body()
        running = last
    }

    func letGo(_ parting: ModelParting) {
        if isClosed {
            account.goneAtClose.append(parting.number)
        } else {
            account.note("parting \(parting.number) goes")
            for action in parting.actions { perform(action, own: parting.scope) }
        }
    }
}
