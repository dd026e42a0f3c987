@_spi(Mechanisms) import CogGraph

/// The policy under which many refreshes of one row meet.
enum Storm: String, CaseIterable {
    case latest, queue, exhaust, merged

    /// How many of `count` runs begin.
    func runs(of count: Int) -> Int {
        switch self {
        case .latest: 1
        case .exhaust: 2
        case .queue, .merged: count
        }
    }

    /// The values, and before those how often something is awaited that was not before.
    func publications(of count: Int) -> Int {
        switch self {
        case .latest: 1 + 1
        case .exhaust: 2 + 2
        case .queue: count + count
        case .merged: 1 + count
        }
    }
}

extension Flow {
    /// `count` refreshes of one row at once; each run that begins gives another value, which a reaction
    /// stores.
    @MainActor
    static func storm(_ storm: Storm, _ count: Int) -> Flow {
        let runs = storm.runs(of: count)
        return Flow(
            name: "async-storm-\(storm.rawValue)", units: count, work: Work(bodies: runs, reactions: runs),
            publications: storm.publications(of: count), result: { _ in runs }
        ) { kind, tally in
            let arrival = Arrival(tally)
            func load() -> Int {
                tally.bodies &+= 1
                return tally.bodies
            }
            switch (kind, storm) {
            case (.graph, _):
                let cogs = benchContext()
                let row =
                    storm.policy.map { policy in
                        Cog<Int>.Async(default: 0, policy: policy) { _ in .run { load() } }
                    } ?? Cog<Int>.Async(default: 0) { _ in .run { load() } }
                _ = cogs.context.register("store") { c in arrival.deliver(c[row]) }
                await arrival.wait(for: 1)
                return FlowTrial(publications: { Int(cogs.context.revisionCount) }) { _ in
                    let before = tally.bodies
                    for _ in 0..<count { cogs.refresh(row) }
                    await arrival.wait(for: before + runs)
                    return arrival.value - before
                }
            case (.control, .latest):
                let row = HandLoad(0, deliver: arrival.deliver)
                return FlowTrial { _ in
                    let before = tally.bodies
                    for _ in 0..<count { row.choose { load() } }
                    await arrival.wait(for: before + runs)
                    return arrival.value - before
                }
            default: return nil
            }
        }
    }
}

extension Storm {
    /// Nil for the policy of work that may stream.
    fileprivate var policy: RunPolicy? {
        switch self {
        case .latest: nil
        case .queue: .queue
        case .exhaust: .exhaustLatest
        case .merged: .merged
        }
    }
}
