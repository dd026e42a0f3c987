extension AsyncModel {
    /// Performs a step, and lets every task do what it can.
    mutating func perform(_ step: AsyncStep) {
        act(step)
        letTasksRun()
    }

    private mutating func act(_ step: AsyncStep) {
        switch step {
        case .select(let key):
            act(.move(key: key))
            act(.demand(key: key))
        case .move(let key):
            turn("move") { $0.move(key) }
            drain()
        case .touch(let key):
            turn("touch") { $0.touch(key) }
            drain()
        case .demand(let key): demand(key)
        case .refresh(let key):
            ask(forRefreshOf: key)
            drain()
        case .discard(let key):
            requests.append(.discard(key: key))
            drain()
        case .succeed(let index, let value): land(index) { $0.succeed($1, value) }
        case .fail(let index, let error): land(index) { $0.fail($1, error) }
        case .finish(let index):
            if let run = open(index), runs[run].isStream { land(index) { $0.finish($1) } }
        case .advance(let seconds):
            now += seconds
            for key in states.indices { expire(key) }
        case .together(let steps): for step in steps { act(step) }
        case .turn(let steps):
            turn("several") { model in
                for step in steps { model.actInTurn(step) }
            }
            drain()
        }
    }

    private mutating func actInTurn(_ step: AsyncStep) {
        switch step {
        case .move(let key): move(key)
        case .touch(let key): touch(key)
        case .refresh(let key): ask(forRefreshOf: key)
        case .discard(let key): requests.append(.discard(key: key))
        default: break
        }
    }

    private mutating func move(_ key: Int) {
        turns[turns.count - 1].isUnchanged = false
        if states[key].exists { states[key].doubt = .certain }
    }

    private mutating func touch(_ key: Int) {
        turns[turns.count - 1].isUnchanged = false
        if states[key].isKnown { states[key].doubt = .maybe }
    }

    private mutating func ask(forRefreshOf key: Int) {
        refreshes.append(nil)
        requests.append(.refresh(key: key, handle: refreshes.count - 1))
    }

    private mutating func demand(_ key: Int) {
        settle(key)
        switch program.demand {
        case .peeked, .watched:
            states[key].hasValueRow = true
            states[key].valueDeadline = now + Self.grace
            drain()
        case .viewed:
            states[key].hasValueRow = true
            states[key].isViewed = true
            drain()
        case .fields:
            drain()
            states[key].isViewed = true
        }
        answers.append(states[key].status.value)
    }

    private mutating func expire(_ key: Int) {
        guard states[key].exists, !states[key].isViewed, program.demand != .watched else { return }
        if states[key].valueDeadline <= now { states[key].hasValueRow = false }
        if !states[key].hasValueRow, states[key].statusDeadline <= now { release(key) }
    }

    /// The run that a program's number names, if it can be ended.
    func open(_ index: Int) -> Int? {
        guard begun.indices.contains(index), !runs[begun[index]].isOver else { return nil }
        return begun[index]
    }

    private mutating func land(_ index: Int, _ land: (inout Self, Int) -> Bool) {
        guard let run = open(index) else { return }
        let counted = land(&self, run)
        verdict = counted
        if !counted || !states[runs[run].key].active.contains(run) { runs[run].isOver = true }
        drain()
    }

    /// Ends the context: nothing is published any more.
    mutating func tearDown() {
        for key in states.indices where states[key].exists { release(key) }
        letTasksRun()
    }
}
