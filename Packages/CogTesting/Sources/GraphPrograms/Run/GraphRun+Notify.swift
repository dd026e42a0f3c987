@_spi(Mechanisms) import CogGraph
import Observation

extension GraphRun {
    func show(_ plan: ViewPlan) {
        life.views.append(.init(plan))
        draw(life.views.count - 1)
    }

    /// Draws a view as UI frameworks do: it is told once of the first change of what it read.
    func draw(_ number: Int) {
        let (life, view) = (life, life.views[number])
        if settlesBeforeDrawing { for row in view.plan.rows { look(row) } }
        withObservationTracking {
            for row in view.plan.rows { look(row) }
        } onChange: { [weak self, weak life] in
            MainActor.assumeIsolated {
                guard let self, let life else { return }
                self.told(number, view, life)
            }
        }
    }

    private func told(_ number: Int, _ view: GraphLife<V>.View, _ life: GraphLife<V>) {
        events.append(.told(view: number, rows: life.cogs?.context.rowCount ?? 0))
        guard view.redraws > 0 else { return }
        view.redraws -= 1
        act(view.plan.actions, owner: nil)
        draw(number)
    }

    func export(_ row: RowID, _ buffering: Buffering) {
        switch handles[row.declaration] {
        case .source(let cog): export(cog, buffering)
        case .computed(let cog): export(cog, buffering)
        case .sources(let box): export(box[row.key], buffering)
        case .computedBox(let box): export(box[row.key], buffering)
        }
    }

    private func export<R: CogReadable>(_ row: R, _ buffering: Buffering) where R.Value == V {
        guard let context = life.cogs?.context else { return }
        let (values, slot) = context.values(of: row, buffering: buffering.asCogBuffering)
        life.exports.append(.init(iterator: values.makeAsyncIterator(), slot: slot))
    }

    /// Takes the first value, which is there from the start, so that this never waits; the next
    /// time ends the sequence and takes all that waits in it.
    func take(_ number: Int) async {
        guard !life.exports.isEmpty else { return }
        let index = number % life.exports.count
        guard var iterator = life.exports[index].iterator else { return }
        if life.exports[index].isBegun {
            if let slot = life.exports[index].slot { life.cogs?.context.endExport(slot) }
            let rest = await life.rest(of: index)
            events.append(.took(export: index, rest ?? []))
        } else {
            let first = await iterator.next(isolation: #isolation)
            life.exports[index].isBegun = true
            life.exports[index].iterator = iterator
            events.append(.took(export: index, first.map { [$0.number] } ?? []))
        }
    }

    /// Drops a sequence. What it does to the graph it does as soon as this thread is free.
    func abandon(_ number: Int) {
        guard !life.exports.isEmpty else { return }
        life.exports[number % life.exports.count].iterator = nil
    }

    /// Waits until the leases of dropped sequences have ended.
    func endAbandoned() async {
        guard let context = life.cogs?.context else { return }
        let held = life.exports.count { $0.iterator != nil }
        while context.exportCount > held { await context.next(.exportEnded) }
    }
}

extension Buffering {
    fileprivate var asCogBuffering: CogBuffering {
        switch self {
        case .newest(let count): .newest(count)
        case .oldest(let count): .oldest(count)
        case .unbounded: .unbounded
        }
    }
}
