extension AsyncModel {
    /// One turn: what it does, then what is observed is settled, told and reacted to.
    mutating func turn(_ name: String, _ body: (inout Self) -> Void) {
        turns.append(TurnPicture(name: name))
        let before = states
        body(&self)
        if !turns[turns.count - 1].isUnchanged {
            for key in states.indices where isObserved(key) { settle(key) }
        }
        for key in states.indices where states[key].life == before[key].life {
            show(key, before[key])
        }
    }

    private func isObserved(_ key: Int) -> Bool {
        states[key].exists && (states[key].isViewed || program.demand == .watched)
    }

    private mutating func show(_ key: Int, _ before: ModelState) {
        let (old, new) = (before.status, states[key].status)
        guard isObserved(key), before.publications != states[key].publications else { return }
        switch program.demand {
        case .peeked: break
        case .viewed: if old.value != new.value { notice("page[\(key)]") }
        case .fields:
            notice("page.status[\(key)]")
            tell(key, .kind, old.kind != new.kind)
            tell(key, .value, old.value != new.value)
            tell(key, .hasSucceeded, old.hasSucceeded != new.hasSucceeded)
            tell(key, .error, old.error != nil || new.error != nil)
            tell(key, .isLoading, old.isLoading != new.isLoading)
        case .watched:
            turns[turns.count - 1].reactions.append("M.status \(key)")
            delivered.append(.status(key: key, new))
            guard old.value != new.value else { return }
            turns[turns.count - 1].reactions.append("M.value \(key)")
            delivered.append(.value(key: key, new.value))
        }
    }

    private mutating func notice(_ name: String) { turns[turns.count - 1].noticed.append(name) }

    private mutating func tell(_ key: Int, _ field: ToldField.Field, _ isChanged: Bool) {
        if isChanged { told.insert(ToldField(key: key, field: field)) }
    }

    /// Runs the turns that were asked for, each whole before the next.
    mutating func drain() {
        while !requests.isEmpty {
            switch requests.removeFirst() {
            case .pending(let key, let life): pending(key, life)
            case .refresh(let key, let handle):
                turn("refresh page[\(key)]") { model in
                    model.states[key].statusDeadline = model.now + Self.grace
                    model.choose(key, refresh: handle)
                    if model.canStart(key) { model.start(key) }
                }
            case .discard(let key):
                turn("discard page[\(key)]") { $0.discard(key) }
            }
        }
    }

    /// There is no such turn where nothing may start. What was chosen from what does not hold any more
    /// never does: the next demand chooses again.
    private mutating func pending(_ key: Int, _ life: Int) {
        guard states[key].exists, states[key].life == life, canStart(key) else { return }
        guard states[key].doubt == .none else { return reject(key) }
        turn("pending page[\(key)]") { $0.start(key) }
    }

    private mutating func discard(_ key: Int) {
        guard program.demand != .watched, states[key].exists else { return }
        if states[key].isViewed {
            notice(program.demand == .viewed ? "page[\(key)]" : "page.status[\(key)]")
            if program.demand == .fields { for field in ToldField.Field.allCases { tell(key, field, true) } }
        }
        release(key)
    }
}
