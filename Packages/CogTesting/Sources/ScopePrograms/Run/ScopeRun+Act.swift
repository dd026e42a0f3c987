@_spi(Mechanisms) import CogGraph
import CogMechanisms

extension ScopeRun {
    /// - Parameter own: The number of the controller that the action belongs to; nil for one from outside.
    func perform(_ action: Action, own: Int?) {
        switch action {
        case .drop: return drop()
        case .land: return
        case .probe(let via):
            guard let number = number(via, own) else { return }
            let seen = controllers[number].ifLive { "[\($0.peek(places.numbers[0]))]" } ?? "retired"
            return account.note("probe \(number): \(seen)")
        default: break
        }
        guard fuel > 0 else { return }
        fuel -= 1
        switch action {
        case .turn(let via, let writes, let inside): turn(number(via, own), writes, inside)
        case .register(let via, let plan):
            if let number = number(via, own) { register(plan, on: number) }
        case .discard(let via, let place): discard(place, through: ops(number(via, own)))
        case .refresh(let via): refresh(through: number(via, own))
        case .probe, .drop, .land: break
        }
    }

    private func number(_ via: Via, _ own: Int?) -> Int? {
        switch via {
        case .own: own
        case .held(let index): controllers.isEmpty ? nil : index % controllers.count
        }
    }

    func ops(_ number: Int?) -> (any CogOps)? {
        if let number { return controllers[number] }
        return stepHandle ?? cogs
    }

    private func turn(_ number: Int?, _ writes: [Write], _ inside: [Action]) {
        guard let ops = ops(number) else { return }
        let name = writes.first?.source.label ?? "nothing"
        if writes.count == 1, inside.isEmpty { return places.turn(writes[0], name, through: ops) }
        ops.turn(name: name) { [unowned self] c in
            account.note("body \(name)")
            for write in writes { places.write(write, &c) }
            for action in inside { perform(action, own: number) }
        }
    }

    func register(_ plan: Plan, on number: Int) {
        let controller = controllers[number]
        switch plan {
        case .watch(let place, let runsAtOnce, let actions):
            watch(place, runsAtOnce, actions, controller, number)
        case .run(let places, let actions):
            controller.run { [unowned self] c in
                var values: [[Int]] = []
                for place in places { values.append(self.places.read(place, &c)) }
                account.note("run \(number): \(values)")
                for action in actions { perform(action, own: number) }
            }
        case .task(let cancelled, let after):
            tasks += 1
            let task = tasks
            if isLive(number) { beginJob() }
            controller.task(name: "task") { [unowned self] in await run(task, number, cancelled, after) }
        case .parting(let actions): hold(actions, controller, number)
        case .scope(let gate, let body): gateScope(gate, body, controller)
        case .act(let action): perform(action, own: number)
        }
    }

    private func hold(_ actions: [Action], _ controller: MechanismController, _ number: Int) {
        partings += 1
        let parting = partings
        let departing = Departing { [unowned self] in
            if context?.isClosed != false { return account.goneAtClose.append(parting) }
            account.note("parting \(parting) goes")
            for action in actions { perform(action, own: number) }
        }
        controller.run(name: "hold") { _ in _ = departing }
    }

    private func watch(
        _ place: Place, _ runsAtOnce: Bool, _ actions: [Action], _ controller: MechanismController,
        _ number: Int
    ) {
        let initial: MechanismController.Initial = runsAtOnce ? .run : .skip
        func delivered(_ old: [Int], _ new: [Int]) {
            account.note("watch \(number).\(place.label): \(old) → \(new)")
            for action in actions { perform(action, own: number) }
        }
        switch place {
        case .flag(let k):
            controller.watch(places.flags[k], initial: initial) { delivered(numbersOf($0), numbersOf($1)) }
        case .odd(let k):
            controller.watch(places.odds[k], initial: initial) { delivered(numbersOf($0), numbersOf($1)) }
        case .id(let k):
            controller.watch(places.ids[k], initial: initial) { delivered(numbersOf($0), numbersOf($1)) }
        case .above(let k):
            controller.watch(places.aboves[k], initial: initial) { delivered(numbersOf($0), numbersOf($1)) }
        case .list(let k): controller.watch(places.lists[k], initial: initial) { delivered($0, $1) }
        case .upTo(let k): controller.watch(places.upTos[k], initial: initial) { delivered($0, $1) }
        case .number(let k): controller.watch(places.numbers[k], initial: initial) { delivered([$0], [$1]) }
        case .page: controller.watch(places.page, initial: initial) { delivered([$0], [$1]) }
        case .status:
            controller.status.watch(places.page, initial: initial) {
                delivered(numbersOf($0), numbersOf($1))
            }
        case .loading:
            controller.watch(places.loading, initial: initial) { delivered(numbersOf($0), numbersOf($1)) }
        }
    }

    private func gateScope(_ gate: Place, _ body: [Plan], _ controller: MechanismController) {
        func opened(_ identity: Int, _ s: MechanismController) {
            let number = give(s)
            account.note("open \(number): \(s.name) for \(identity)")
            for plan in body { register(plan, on: number) }
        }
        switch gate {
        case .flag(let k): controller.scope(places.flags[k]) { opened(1, $0) }
        case .odd(let k): controller.scope(places.odds[k]) { opened(1, $0) }
        case .id(let k): controller.scope(places.ids[k]) { opened($0, $1) }
        case .above(let k): controller.scope(places.aboves[k]) { opened($0, $1) }
        case .list(let k): controller.scope(each: places.lists[k]) { opened($0, $1) }
        case .upTo(let k): controller.scope(each: places.upTos[k]) { opened($0, $1) }
        case .loading: controller.scope(places.loading) { opened(1, $0) }
        case .number, .page, .status: break
        }
    }

    private func run(_ task: Int, _ number: Int, _ cancelled: [Action], _ after: [Action]) async {
        if Task.isCancelled {
            account.note("task \(task) begins cancelled")
        } else {
            account.note("task \(task) begins")
            endJob()
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiting[task] = $0 }
            } onCancel: {
                MainActor.assumeIsolated { cancel(task, number, cancelled) }
            }
            account.note("task \(task) goes on")
        }
        for action in after { perform(action, own: number) }
        noteTurns()
        endJob()
    }

    private func cancel(_ task: Int, _ number: Int, _ actions: [Action]) {
        account.note("task \(task) is cancelled, \(liveCount) live")
        for action in actions { perform(action, own: number) }
        if let waiter = waiting.removeValue(forKey: task) { cancelled.append(waiter) }
    }
}
