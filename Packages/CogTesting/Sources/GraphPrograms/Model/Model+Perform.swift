extension Model {
    /// Registers what the mechanisms of a new context do.
    func assemble() {
        for (index, plans) in program.mechanisms.enumerated() {
            for plan in plans { register(plan, owner: "M\(index)") }
        }
    }

    /// Does a step that concerns this context alone.
    func perform(_ step: Step) {
        switch step {
        case .act(let action): perform([action], owner: nil, inBody: false)
        case .show(let plan): show(plan)
        case .draw(let view): if !views.isEmpty { draw(view % views.count) }
        case .seed(let row, let value): seed(row, value)
        case .change(let model, let value): change(model, value)
        case .advance(let seconds): advance(seconds)
        case .take(let export): take(export)
        case .drop(let export): abandon(export)
        case .renew, .swap: break
        }
    }

    func perform(_ actions: [Action], owner: String?, inBody: Bool) {
        for action in actions { perform(action, owner, inBody) }
    }

    private func perform(_ action: Action, _ owner: String?, _ inBody: Bool) {
        switch action {
        case .turn(let name, let actions): turn(name, actions, owner: owner)
        case .set(let name, let row, let value): set(name, row, value, owner: owner)
        case .write(let row, let value): if inBody { stage(row, value) }
        case .add(let row, let value):
            guard inBody, declaration(row).isSource else { return }
            stage(row, (stagedValue(row) + value) % Program.modulus)
        case .bequeath(let actions): if inBody { bequeath(actions) }
        case .staged(let row):
            if inBody { events.append(.staged(name(row), stagedValue(row))) }
        case .peek(let row):
            events.append(.peeked(name(row), peek(row)))
            if phase == .idle { rest() }
        case .look(let row): look(row)
        case .discard(let row): discard(row, owner: owner)
        case .register(let plan): register(plan, owner: owner)
        case .cancel(let number): cancel(number)
        case .export(let row, let buffering): export(row, buffering)
        case .abandon(let number): abandon(number)
        }
    }

    /// What the context's end leaves in its sequences.
    func finish() {
        for (index, export) in exports.enumerated() where !export.isOver {
            events.append(.took(export: index, export.waiting))
        }
    }

    /// All that happened since it was asked last, and what is alive now.
    func outcome() -> Outcome {
        endAbandoned()
        defer {
            events = []
            history = []
        }
        return Outcome(
            events: Event.normalised(events), history: history.map(\.sorted), snapshot: snapshot())
    }

    private func snapshot() -> Snapshot {
        var census: [String: [String]] = [:]
        for (id, row) in rows { census[name(id)] = keepers(id, row).sorted() }
        let edges =
            rows.values.reduce(0) { $0 + $1.dependencies.count }
            + watchers.reduce(0) { $0 + $1.dependencies.count }
        return Snapshot(
            revision: revision, rows: liveRows, edges: edges,
            boundaries: rows.values.filter { $0.boundary != nil }.count,
            exports: exports.filter { !$0.isOver }.count, census: census, hasManySleepers: false)
    }

    /// While it is leased, a row's grace means nothing: it begins anew when the lease ends.
    private func keepers(_ id: RowID, _ row: Row) -> [String] {
        var keepers = declaration(id).isReleasable ? [] : ["app"]
        if row.boundary != nil { keepers.append("boundary") }
        let leases = watchers.filter { $0.dependencies.contains(id) }
        keepers += leases.map { "lease of \($0.label)" }
        keepers += rows.filter { $1.dependencies.contains(id) }.map { "read by \(name($0.key))" }
        if leases.isEmpty, row.boundary == nil, row.deadline > now {
            keepers.append("grace until \(row.deadline)")
        }
        return keepers
    }
}
