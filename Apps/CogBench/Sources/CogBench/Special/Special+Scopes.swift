@_spi(Mechanisms) import CogGraph
@_spi(Mechanisms) import CogMechanisms

/// A mechanism that is one closure.
struct BenchMechanism: Mechanism {
    let name = "bench"
    let register: @MainActor (MechanismController) -> Void

    func operate(_ m: MechanismController) { register(m) }
}

/// A context with one mechanism.
@MainActor
func benchContext(_ register: @escaping @MainActor (MechanismController) -> Void) -> Cogs {
    let cogs = benchContext()
    // A reaction that queues many turns is what is measured.
    cogs.context.onDiagnostic = { _ in }
    cogs.install([BenchMechanism(register: register)])
    return cogs
}

extension Special {
    @MainActor static var scopes: [Special] {
        [scope] + [100, 1_000, 10_000, 100_000].map(eachSame) + [1_000, 100_000].map(eachTen) + [admit(1_000)]
    }

    /// A condition holds and holds no more: a scope with one watch opens and ends.
    @MainActor static var scope: Special {
        Special(
            name: "scope", units: 1, runs: Work(bodies: 1, reactions: 1),
            result: { operation in operation + 7 }
        ) { kind, tally in
            let seen = Cell()
            switch kind {
            case .graph:
                let isOn = Cog<Bool>.Manual { false }
                let source = Cog<Int>.Manual { 0 }
                let cogs = benchContext { m in
                    m.scope(isOn) { m in
                        tally.bodies &+= 1
                        m.watch(source, initial: .run) { _, value in
                            tally.reactions &+= 1
                            seen.value = value
                        }
                    }
                }
                return { operation in
                    cogs.turn { c in
                        c[isOn] = true
                        c[source] = operation + 7
                    }
                    cogs.turn(isOn, to: false)
                    return seen.value
                }
            case .control:
                let watches = HandWatches()
                return { operation in
                    tally.bodies &+= 1
                    let id = watches.add { value in
                        tally.reactions &+= 1
                        seen.value = value
                    }
                    watches.deliver(operation + 7, to: id)
                    watches.remove(id)
                    return seen.value
                }
            case .observable, .floor: return nil
            }
        }
    }

    /// A collection of `count` members changes its order alone: all scopes stay.
    @MainActor
    static func eachSame(_ count: Int) -> Special {
        Special(
            name: "each-same-\(count)", units: count, runs: Work(), result: { _ in count }
        ) { kind, tally in
            let orders = [Array(0..<count), (0..<count).reversed()]
            return each(kind, tally, orders[0]) { operation, _ in orders[(operation + 1) % 2] }
        }
    }

    /// Ten of `count` members go and ten others come: ten scopes end and ten open.
    @MainActor
    static func eachTen(_ count: Int) -> Special {
        Special(
            name: "each-10-of-\(count)", units: 10, runs: Work(bodies: 10, reactions: 10),
            result: { _ in count }
        ) { kind, tally in
            each(kind, tally, Array(0..<count)) { operation, members in
                var members = members
                for place in 0..<10 {
                    members[(operation * 10 + place) * 7_919 % count] = count + operation * 10 + place
                }
                return members
            }
        }
    }

    /// A scope with one watch for each member; what is read is how many there are.
    @MainActor
    private static func each(
        _ kind: VariantKind, _ tally: Tally, _ first: [Int], next: @escaping (Int, [Int]) -> [Int]
    ) -> ((Int) -> Int)? {
        var members = first
        switch kind {
        case .graph:
            let collection = Cog<[Int]>.Manual(equals: { _, _ in false }) { first }
            let source = Cog<Int>.Manual { 0 }
            let cogs = benchContext { m in
                m.scope(each: collection) { _, m in
                    tally.bodies &+= 1
                    m.watch(source, initial: .run) { _, _ in tally.reactions &+= 1 }
                }
            }
            // The mechanism's own reaction, the collection and the source are rows too.
            let others = cogs.context.rowCount - first.count
            return { operation in
                members = next(operation, members)
                cogs.turn(collection, to: members)
                return cogs.context.rowCount - others
            }
        case .control:
            let watches = HandWatches()
            var scopes: [Int: (watch: Int, seen: Int)] = [:]
            func open(_ member: Int) {
                tally.bodies &+= 1
                let id = watches.add { _ in tally.reactions &+= 1 }
                watches.deliver(0, to: id)
                scopes[member] = (id, -1)
            }
            first.forEach(open)
            return { operation in
                members = next(operation, members)
                var arrived: [Int] = []
                for member in members {
                    if let index = scopes.index(forKey: member) {
                        scopes.values[index].seen = operation
                    } else {
                        arrived.append(member)
                    }
                }
                if scopes.count > members.count - arrived.count {
                    for (member, scope) in scopes where scope.seen != operation {
                        watches.remove(scope.watch)
                        scopes[member] = nil
                    }
                }
                arrived.forEach(open)
                return scopes.count
            }
        case .observable, .floor: return nil
        }
    }

    /// A reaction asks for `count` turns, each of which finds its scope still live when its time comes.
    @MainActor
    static func admit(_ count: Int) -> Special {
        Special(
            name: "admit-\(count)", units: count, runs: Work(bodies: count, reactions: 1),
            result: { operation in (operation + 1) * count }
        ) { kind, tally in
            switch kind {
            case .graph:
                let source = Cog<Int>.Manual { 0 }
                let sum = Cog<Int>.Manual { 0 }
                let cogs = benchContext { m in
                    m.watch(source, initial: .skip) { [weak m] _, _ in
                        tally.reactions &+= 1
                        for _ in 0..<count {
                            m?.turn { c in
                                tally.bodies &+= 1
                                c[sum] += 1
                            }
                        }
                    }
                }
                return { operation in
                    cogs.turn(source, to: operation + 1)
                    return cogs.peek(sum)
                }
            case .control:
                let (isLive, sum) = (Cell(1), Cell())
                var queue: [(isAdmitted: () -> Bool, run: () -> Void)] = []
                return { _ in
                    tally.reactions &+= 1
                    for _ in 0..<count {
                        queue.append(
                            (
                                { isLive.value == 1 },
                                {
                                    tally.bodies &+= 1
                                    sum.value &+= 1
                                }
                            ))
                    }
                    for turn in queue where turn.isAdmitted() { turn.run() }
                    queue.removeAll(keepingCapacity: true)
                    return sum.value
                }
            case .observable, .floor: return nil
            }
        }
    }
}

/// What follows a source by hand, and may stop.
private final class HandWatches {
    private var watches: [Int: (Int) -> Void] = [:]
    private var last = 0

    func add(_ deliver: @escaping (Int) -> Void) -> Int {
        last += 1
        watches[last] = deliver
        return last
    }

    func deliver(_ value: Int, to id: Int) { watches[id]?(value) }

    func remove(_ id: Int) { watches[id] = nil }
}
