@_spi(Mechanisms) import CogGraph
@_spi(Mechanisms) import CogMechanisms

extension MemoryMeter {
    /// What each of ten scopes for every row of the rest leaves once it is closed: one that holds a watch,
    /// and a scope of its own for each of two members.
    func closedScopes() -> Double {
        let isOn = Cog<Bool>.Manual { false }
        let members = Cog<[Int]>.Manual { [1, 2] }
        let source = Cog<Int>.Manual { 0 }
        let cogs = benchContext { m in
            m.scope(isOn) { s in
                s.watch(source, initial: .run) { _, _ in }
                s.scope(each: members) { _, inner in inner.run { c in _ = c[source] } }
            }
        }
        defer { cogs.context.close() }
        func open(_ times: Int) {
            for _ in 0..<times {
                cogs.turn(isOn, to: true)
                cogs.turn(isOn, to: false)
            }
        }
        // Lists and tables grow to what they need; history, where it is kept, fills.
        open(500)
        let before = Heap.bytesInUse
        open(10 * count)
        return Double(Heap.bytesInUse - before) / Double(10 * count)
    }
}
