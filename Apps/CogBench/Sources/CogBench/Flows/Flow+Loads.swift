@_spi(Mechanisms) import CogGraph

extension Flow {
    /// A source is written, the work is chosen anew, and its result is delivered.
    @MainActor static var cycle: Flow {
        Flow(
            name: "async-cycle", units: 1, work: Work(bodies: 1, reactions: 1),
            // What was written, that something is awaited, and the value.
            publications: 3, result: { operation in (operation + 1) * 2 }
        ) { kind, tally in
            let arrival = Arrival(tally)
            switch kind {
            case .graph:
                let cogs = benchContext()
                let source = Cog<Int>.Manual { 0 }
                let row = Cog<Int>.Async(default: -1) { c in
                    let value = c[source]
                    return .run {
                        tally.bodies &+= 1
                        return value &* 2
                    }
                }
                _ = cogs.context.register("store") { c in arrival.deliver(c[row]) }
                await arrival.wait(for: 0)
                return FlowTrial(publications: { Int(cogs.context.revisionCount) }) { operation in
                    cogs.turn(source, to: operation + 1)
                    await arrival.wait(for: (operation + 1) * 2)
                    return arrival.value
                }
            case .control:
                let row = HandLoad(-1, deliver: arrival.deliver)
                return FlowTrial { operation in
                    let value = operation + 1
                    row.choose {
                        tally.bodies &+= 1
                        return value &* 2
                    }
                    await arrival.wait(for: value * 2)
                    return arrival.value
                }
            case .observable, .floor: return nil
            }
        }
    }

    /// A fresh context with `count` keys, each loaded once, all of it let go.
    @MainActor
    static func load(_ count: Int) -> Flow {
        Flow(
            name: "async-load-\(count)", units: count, work: Work(bodies: count), publications: count,
            result: { _ in count * (count + 1) / 2 }
        ) { kind, tally in
            let arrival = Arrival()
            switch kind {
            case .graph:
                let rows = CogBox<Int, Int>.Async(default: 0) { _, key in
                    .run {
                        tally.bodies &+= 1
                        return key &+ 1
                    }
                }
                var published = 0
                return FlowTrial(publications: { published }) { _ in
                    let cogs = benchContext()
                    for key in 0..<count { _ = cogs.peek(rows[key]) }
                    _ = cogs.context.register("wait") { c in arrival.deliver(c[rows[count - 1]]) }
                    await arrival.wait(for: count)
                    var total = 0
                    for key in 0..<count { total = total &+ cogs.peek(rows[key]) }
                    published += Int(cogs.context.revisionCount)
                    cogs.context.close()
                    return total
                }
            case .control:
                return FlowTrial { _ in
                    var rows: [Int: HandLoad] = [:]
                    for key in 0..<count {
                        let row = HandLoad(0) { value in if key == count - 1 { arrival.deliver(value) } }
                        rows[key] = row
                        row.choose {
                            tally.bodies &+= 1
                            return key &+ 1
                        }
                    }
                    await arrival.wait(for: count)
                    var total = 0
                    for key in 0..<count { total = total &+ (rows[key]?.value ?? 0) }
                    return total
                }
            case .observable, .floor: return nil
            }
        }
    }

    /// A stream of `count` elements that never waits, each delivered to a reaction.
    @MainActor
    static func stream(_ count: Int) -> Flow {
        Flow(
            name: "async-stream-\(count)", units: count, work: Work(bodies: count, reactions: count),
            publications: 1 + count, result: { _ in count }
        ) { kind, tally in
            let arrival = Arrival(tally)
            switch kind {
            case .graph:
                let cogs = benchContext()
                let row = Cog<Int>.Async(default: 0) { _ in .stream { Numbers(count: count, tally: tally) } }
                _ = cogs.context.register("store") { c in arrival.deliver(c[row]) }
                await arrival.wait(for: count)
                return FlowTrial(publications: { Int(cogs.context.revisionCount) }) { _ in
                    cogs.refresh(row)
                    await arrival.wait(for: count)
                    return arrival.value
                }
            case .control:
                let row = HandLoad(0, deliver: arrival.deliver)
                return FlowTrial { _ in
                    row.choose(each: Numbers(count: count, tally: tally))
                    await arrival.wait(for: count)
                    return arrival.value
                }
            case .observable, .floor: return nil
            }
        }
    }
}
