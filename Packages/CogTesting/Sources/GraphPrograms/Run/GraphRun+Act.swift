@_spi(Mechanisms) import CogGraph
import CogMechanisms

extension GraphRun {
    /// What a mechanism does it does through its controller.
    private func ops(_ owner: String?) -> (any CogOps)? {
        owner.map { life.controllers[$0]?.controller } ?? life.cogs
    }

    /// Does what may be done anywhere.
    func act(_ actions: [Action], owner: String?) {
        for action in actions { act(action, owner) }
    }

    private func act(_ action: Action, _ owner: String?) {
        switch action {
        case .turn(let name, let actions):
            ops(owner)?.turn(name: name) { [unowned self] c in
                events.append(.body(name))
                perform(actions, &c, owner)
            }
        case .set(let name, let row, let value):
            switch handles[row.declaration] {
            case .source(let cog): ops(owner)?.turn(cog, to: V(value), name: name)
            case .sources(let box): ops(owner)?.turn(box[row.key], to: V(value), name: name)
            default: break
            }
        case .write, .add, .staged, .bequeath: break
        case .peek(let row): peek(row)
        case .look(let row): look(row)
        case .discard(let row): discard(row, owner)
        case .register(let plan): register(plan, life, owner: owner)
        case .cancel(let number):
            guard !life.registrations.isEmpty else { return }
            life.cogs?.context.cancel(life.registrations[number % life.registrations.count])
        case .export(let row, let buffering): export(row, buffering)
        case .abandon(let number): abandon(number)
        }
    }

    /// Does what may be done in a turn's body.
    private func perform(_ actions: [Action], _ c: inout Writer, _ owner: String?) {
        for action in actions {
            switch action {
            case .write(let row, let value):
                switch handles[row.declaration] {
                case .source(let cog): c[cog] = V(value)
                case .sources(let box): c[box[row.key]] = V(value)
                default: break
                }
            case .add(let row, let value):
                switch handles[row.declaration] {
                case .source(let cog): c[cog] = V((c[cog].number + value) % Program.modulus)
                case .sources(let box):
                    c[box[row.key]] = V((c[box[row.key]].number + value) % Program.modulus)
                default: break
                }
            case .bequeath(let actions): bequeath(actions, &c)
            case .staged(let row):
                let value =
                    switch handles[row.declaration] {
                    case .source(let cog): c[cog]
                    case .computed(let cog): c[cog]
                    case .sources(let box): c[box[row.key]]
                    case .computedBox(let box): c[box[row.key]]
                    }
                events.append(.staged(program.name(of: row), value.number))
            default: act(action, owner)
            }
        }
    }

    private func discard(_ row: RowID, _ owner: String?) {
        guard program.declarations[row.declaration].isReleasable, let ops = ops(owner) else { return }
        switch handles[row.declaration] {
        case .source(let cog): ops.discard(cog)
        case .computed(let cog): ops.discard(cog)
        case .sources(let box): ops.discard(box[row.key])
        case .computedBox(let box): ops.discard(box[row.key])
        }
    }

    func seed(_ row: RowID, _ value: Int) {
        guard let context = life.cogs?.context else { return }
        switch handles[row.declaration] {
        case .source(let cog): context.seed(cog, to: V(value))
        case .sources(let box): context.seed(box[row.key], to: V(value))
        default: break
        }
    }
}
