@_spi(Mechanisms) import CogGraph

/// Weighs `count` rows of each kind.
///
/// What is weighed is kept until after it was weighed, and tables have the room to grow that they
/// happen to have at that size.
@MainActor
struct MemoryMeter {
    let count: Int

    func all() async -> [MemoryUse] {
        let (one, nine) = (keyedDerived(edges: 1), keyedDerived(edges: 9))
        return [
            MemoryUse(kind: .manual, bytes: manual()), MemoryUse(kind: .derived, bytes: derived()),
            MemoryUse(kind: .keyedManual, bytes: keyedManual()), MemoryUse(kind: .keyedDerived, bytes: one),
            MemoryUse(kind: .keyedPair, bytes: keyedPair()), MemoryUse(kind: .observed, bytes: observed()),
            MemoryUse(kind: .edge, bytes: (nine - one) / 8),
        ] + (await released()) + (await async()) + [MemoryUse(kind: .closedScope, bytes: closedScopes())]
    }

    /// For each of `count`, what `make` adds to the heap and keeps in what it returns.
    private func weigh<Kept>(_ make: () -> Kept) -> Double {
        let before = Heap.bytesInUse
        return withExtendedLifetime(make()) { Double(Heap.bytesInUse - before) / Double(count) }
    }

    private func manual() -> Double {
        let cogs = benchContext()
        defer { cogs.context.close() }
        return weigh {
            (0..<count).map { value in
                let source = Cog<Int>.Manual { value }
                _ = cogs.peek(source)
                return source
            }
        } - reference
    }

    private func derived() -> Double {
        let cogs = benchContext()
        defer { cogs.context.close() }
        let source = Cog<Int>.Manual { 1 }
        return weigh {
            (0..<count).map { value in
                let row = Cog { c in c[source] &+ value }
                _ = cogs.peek(row)
                return row
            }
        } - reference
    }

    /// What the list that keeps a declaration takes for each of its references.
    private var reference: Double {
        weigh {
            let source = Cog<Int>.Manual { 0 }
            return (0..<count).map { _ in source }
        }
    }

    private func keyedManual() -> Double {
        let cogs = benchContext()
        defer { cogs.context.close() }
        let sources = CogBox<Int, Int>.Manual { $0 }
        return weigh { for key in 0..<count { _ = cogs.peek(sources[key]) } }
    }

    private func keyedDerived(edges: Int) -> Double {
        let cogs = benchContext()
        defer { cogs.context.close() }
        let sources = (0..<edges).map { value in Cog<Int>.Manual { value } }
        let rows = CogBox<Int, Int> { c, key in
            var total = key
            for source in sources { total = total &+ c[source] }
            return total
        }
        return weigh { for key in 0..<count { _ = cogs.peek(rows[key]) } }
    }

    private func keyedPair() -> Double {
        let cogs = benchContext()
        defer { cogs.context.close() }
        let sources = CogBox<Int, Int>.Manual { $0 }
        let rows = CogBox<Int, Int> { c, key in c[sources[key]] &+ key }
        return weigh { for key in 0..<count / 2 { _ = cogs.peek(rows[key]) } }
    }

    private func observed() -> Double {
        let cogs = benchContext()
        defer { cogs.context.close() }
        let source = Cog<Int>.Manual { 1 }
        let rows = CogBox<Int, Int> { c, key in c[source] &+ key }
        return weigh { for key in 0..<count { _ = cogs[rows[key]] } }
    }

    private func released() async -> [MemoryUse] {
        let source = Cog<Int>.Manual { 1 }
        let rows = CogBox<Int, Int> { c, key in c[source] &+ key }
        await settle()
        let before = Heap.bytesInUse
        func held() -> Double { Double(Heap.bytesInUse - before) / Double(count) }
        let (discarded, again) = discard(rows, held)
        await settle()
        return [
            MemoryUse(kind: .afterDiscarding, bytes: discarded), MemoryUse(kind: .madeAgain, bytes: again),
            MemoryUse(kind: .afterClosing, bytes: held()),
        ]
    }

    /// What async rows take once all of them were loaded, and what is left of them.
    private func async() async -> [MemoryUse] {
        let rows = CogBox<Int, Int>.Async(default: 0) { _, key in .run { key &+ 1 } }
        await settle()
        let before = Heap.bytesInUse
        func held() -> Double { Double(Heap.bytesInUse - before) / Double(count) }
        let (settled, discarded) = await loadAndDiscard(rows, held)
        await settle()
        return [
            MemoryUse(kind: .asyncSettled, bytes: settled),
            MemoryUse(kind: .asyncDiscarded, bytes: discarded),
            MemoryUse(kind: .asyncAfterClosing, bytes: held()),
        ]
    }

    private func loadAndDiscard(
        _ rows: CogBox<Int, Int>.Async, _ held: () -> Double
    ) async -> (settled: Double, discarded: Double) {
        let cogs = benchContext()
        defer { cogs.context.close() }
        for key in 0..<count { _ = cogs.peek(rows[key]) }
        let (arrival, last) = (Arrival(), rows[count - 1])
        let reaction = cogs.context.register("wait") { c in arrival.deliver(c[last]) }
        await arrival.wait(for: count)
        cogs.context.cancel(reaction)
        await settle()
        let settled = held()
        for key in 0..<count { cogs.discard(rows[key]) }
        return (settled, held())
    }

    /// Lets what contexts left behind run: one that is dropped is torn down by a task of its own.
    private func settle() async { for _ in 0..<8 { await Task.yield() } }

    /// What rows that were discarded leave, and what making them again adds to the first time.
    private func discard(_ rows: CogBox<Int, Int>, _ held: () -> Double) -> (left: Double, again: Double) {
        let cogs = benchContext()
        func make() { for key in 0..<count { _ = cogs[rows[key]] } }
        make()
        let first = held()
        for key in 0..<count { cogs.discard(rows[key]) }
        let left = held()
        make()
        return (left, held() - first)
    }
}
