@_spi(Mechanisms) import CogGraph
@_spi(Mechanisms) import CogMechanisms

extension GraphRun {
    func register(_ plan: ReactionPlan, _ life: GraphLife<V>, owner: String?) {
        var acts = 0
        let label = owner.map { "\($0).\(plan.name)" } ?? plan.name
        let act: @MainActor () -> Void = { [unowned self] in
            guard acts < plan.acts else { return }
            acts += 1
            self.act(plan.actions, owner: owner)
        }
        switch plan.form {
        case .run(let formula):
            run(plan, life, owner) { [unowned self, unowned life] c in
                let value = evaluate(formula, nil, &c)
                let rows = life.cogs?.context.rowCount ?? 0
                events.append(.reacted(label, value, rows: rows))
                act()
            }
        case .watch(let row, let isFirst):
            let deliver: @MainActor (V, V) -> Void = { [unowned self] old, new in
                events.append(.delivered(label, old.number, new.number))
                act()
            }
            watch(plan, life, owner, row, isFirst, deliver)
        }
    }

    private func run(
        _ plan: ReactionPlan, _ life: GraphLife<V>, _ owner: String?,
        _ body: @escaping @MainActor (inout Reader) -> Void
    ) {
        if let owner {
            life.controllers[owner]?.controller?.run(name: plan.name, body)
        } else if let reaction = life.cogs?.context.register(plan.name, body) {
            life.registrations.append(reaction)
        }
    }

    private func watch(
        _ plan: ReactionPlan, _ life: GraphLife<V>, _ owner: String?, _ row: RowID, _ isFirst: Bool,
        _ deliver: @escaping @MainActor (V, V) -> Void
    ) {
        guard let owner, let m = life.controllers[owner]?.controller else {
            var last: V?
            return run(plan, life, nil) { [unowned self] c in
                let value = value(row, &c)
                let old = last
                last = value
                if old != nil || isFirst { deliver(old ?? value, value) }
            }
        }
        let initial: MechanismController.Initial = isFirst ? .run : .skip
        switch handles[row.declaration] {
        case .source(let cog): m.watch(cog, initial: initial, name: plan.name, deliver)
        case .computed(let cog): m.watch(cog, initial: initial, name: plan.name, deliver)
        case .sources(let box): m.watch(box[row.key], initial: initial, name: plan.name, deliver)
        case .computedBox(let box): m.watch(box[row.key], initial: initial, name: plan.name, deliver)
        }
    }

    private func value(_ row: RowID, _ c: inout Reader) -> V {
        switch handles[row.declaration] {
        case .source(let cog): c[cog]
        case .computed(let cog): c[cog]
        case .sources(let box): c[box[row.key]]
        case .computedBox(let box): c[box[row.key]]
        }
    }
}
