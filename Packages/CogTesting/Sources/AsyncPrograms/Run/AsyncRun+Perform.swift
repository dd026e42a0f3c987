import CogGraph
import CogTesting
import Observation

extension AsyncRun {
    func perform(_ step: AsyncStep) async {
        switch step {
        case .succeed(let run, let value): await tell(run, .value(value))
        case .fail(let run, let error): await tell(run, .error(error))
        case .finish(let run):
            if ledger.begun.indices.contains(run), program.isStream(ledger.begun[run].selection) {
                await tell(run, .end)
            }
        case .advance(let seconds): await advance(seconds)
        case .together(let steps): for step in steps { act(step) }
        case .turn(let steps):
            cogs?.turn(name: "several") { [unowned self] c in
                for step in steps { act(step, in: &c) }
            }
        default: act(step)
        }
    }

    private func tell(_ run: Int, _ word: ProgramWork.Word) async {
        guard ledger.begun.indices.contains(run) else { return }
        verdict = await ledger.begun[run].tell(word)
    }

    private func advance(_ seconds: Int) async {
        let sleepers = clock.sleeperCount
        clock.advance(by: .seconds(seconds))
        if clock.sleeperCount < sleepers { await cogs?.graceEnded() }
    }

    private func act(_ step: AsyncStep) {
        switch step {
        case .select(let key):
            act(.move(key: key))
            act(.demand(key: key))
        case .move, .touch:
            cogs?.turn(name: step.isMove ? "move" : "touch") { [unowned self] c in act(step, in: &c) }
        case .demand(let key): demand(key)
        case .refresh(let key): refresh(key)
        case .discard(let key): cogs?.discard(page[key])
        default: break
        }
    }

    private func act(_ step: AsyncStep, in c: inout Writer) {
        switch step {
        case .move(let key): c[source[key]] += Self.choiceStep
        case .touch(let key): c[source[key]] += 1
        default: act(step)
        }
    }

    private func refresh(_ key: Int) {
        guard let handle = cogs?.refresh(page[key]) else { return }
        refreshes.append(handle)
        waiters.append(Task { RefreshPicture(await handle.outcome) })
    }

    private func demand(_ key: Int) {
        guard let cogs else { return }
        switch program.demand {
        case .peeked, .watched: answers.append(cogs.peek(page[key]))
        case .viewed: answers.append(cogs[page[key]])
        case .fields:
            answers.append(cogs.status[page[key]].value)
            for field in ToldField.Field.allCases { observe(ToldField(key: key, field: field)) }
        }
    }

    /// Reads a field as UI does, and notes when Observation tells of it.
    func observe(_ field: ToldField) {
        guard let cogs else { return }
        let page = page[field.key]
        withObservationTracking {
            switch field.field {
            case .kind: _ = cogs.status[page].kind
            case .value: _ = cogs.status[page].value
            case .hasSucceeded: _ = cogs.status[page].hasSucceeded
            case .error: _ = cogs.status[page].error
            case .isLoading: _ = cogs.status[page].isLoading
            }
        } onChange: { [weak self] in
            // The graph tells where it lives.
            MainActor.assumeIsolated { _ = self?.told.insert(field) }
        }
    }
}

extension AsyncStep {
    fileprivate var isMove: Bool { if case .move = self { true } else { false } }
}
