import CogArena
@_spi(Mechanisms) import CogGraph
import CogMechanisms
import CogTesting

/// One context of a program under way, with what the program holds of it.
@MainActor
final class GraphLife<V: ProgramValue> {
    let clock = TestClock()
    var cogs: Cogs?
    let models = (0..<Program.models).map { _ in OutsideModel() }
    var lastRelic = 0
    var controllers: [String: WeakController] = [:]
    var registrations: [Reaction] = []
    var views: [View] = []
    var exports: [Export] = []
    let program: Program
    private var lastEntry: UInt64 = 0

    /// A sequence of values that is read by hand.
    struct Export {
        var iterator: CogValues<V>.AsyncIterator?
        let slot: Slot?
        /// Whether its first value was taken.
        var isBegun = false
    }

    /// A view under way: it draws itself again so many times more.
    @MainActor
    final class View {
        let plan: ViewPlan
        var redraws: Int
        init(_ plan: ViewPlan) {
            self.plan = plan
            redraws = plan.redraws
        }
    }

    struct WeakController {
        weak var controller: MechanismController?
    }

    init(_ program: Program) { self.program = program }

    /// What history has since it was asked last.
    func newHistory() -> [Entry] {
        guard let cogs else { return [] }
        let new = cogs.history.drop { $0.number <= lastEntry }
        lastEntry = new.last?.number ?? lastEntry
        return new.map { record in
            Entry(
                number: record.number, name: record.name, cause: record.cause, owner: record.owner,
                isSystem: record.isSystem, isUnchanged: record.isUnchanged, written: record.written,
                recomputed: record.recomputed, noticed: record.noticed, reactions: record.reactions)
        }
    }

    func snapshot(_ handles: [Handle<V>], _ relics: Cog<Relic>.Manual) -> Snapshot {
        var census: [String: [String]] = [:]
        guard let cogs else {
            return Snapshot(
                revision: 0, rows: 0, edges: 0, boundaries: 0, exports: 0, census: [:],
                hasManySleepers: false)
        }
        for row in cogs.census(of: relics).rows { census[row.name] = keepers(row) }
        for handle in handles {
            let rows =
                switch handle {
                case .source(let cog): cogs.census(of: cog).rows
                case .computed(let cog): cogs.census(of: cog).rows
                case .sources(let box): cogs.census(of: box).rows
                case .computedBox(let box): cogs.census(of: box).rows
                }
            for row in rows { census[row.name] = keepers(row) }
        }
        return Snapshot(
            revision: cogs.context.revisionCount, rows: cogs.context.rowCount,
            edges: cogs.context.edgeCount, boundaries: cogs.boundaryCount,
            exports: cogs.context.exportCount, census: census,
            hasManySleepers: clock.sleeperCount > 1)
    }

    /// While it is leased, a row's grace means nothing: it begins anew when the lease ends.
    private func keepers(_ row: CogCensus.Row) -> [String] {
        let isLeased = row.keepers.contains { if case .lease = $0 { true } else { false } }
        return row.keepers.compactMap { keeper in
            switch keeper {
            case .app: "app"
            case .boundary: "boundary"
            case .lease(let name): "lease of \(name)"
            case .reader(let name): "read by \(name)"
            case .grace(let until): isLeased ? nil : "grace until \(until.components.seconds)"
            }
        }.sorted()
    }

    /// Drops the context, waits until it is gone, and takes what is left in its sequences.
    func end() async -> [Event] {
        guard cogs != nil else { return [] }
        var events: [Event] = []
        await withCheckedContinuation { done in
            cogs?.onTearDown { done.resume() }
            cogs = nil
        }
        registrations = []
        for index in exports.indices {
            if let rest = await rest(of: index) { events.append(.took(export: index, rest)) }
        }
        return events
    }

    /// What waits in a sequence that has ended; nil for one that was dropped.
    func rest(of export: Int) async -> [Int]? {
        guard var iterator = exports[export].iterator else { return nil }
        exports[export].iterator = nil
        var rest: [Int] = []
        while let value = await iterator.next(isolation: #isolation) { rest.append(value.number) }
        return rest
    }
}
