import CogArena

/// What a row of async state keeps where its declaration asks for more than runs. Used on the MainActor
/// alone.
class AnyRowExtras {
    var pacer: Pacer?
    /// Rings when the latest result is stale.
    var staleness: Alarm?
    /// What the state is called by.
    let tags: [AnyHashable]
    /// The row that the last watcher left while work was under way.
    var left: Slot?

    init(tags: [AnyHashable]) { self.tags = tags }

    /// Whether something was chosen and waits for its pace.
    var isHolding: Bool { false }

    /// Waits for nothing any more.
    @MainActor
    func close() {
        pacer?.end()
        staleness?.end()
    }
}

final class RowExtras<Value>: AnyRowExtras {
    /// What was chosen and waits for its pace.
    var held: WorkBody<Value>?
    /// What the state shows, once it is no default, where other keys begin with it.
    var shown: Value?

    override var isHolding: Bool { held != nil }

    /// Takes what is held, for good.
    @MainActor
    func drop() -> WorkBody<Value>? {
        defer { held = nil }
        pacer?.end()
        return held
    }

    override func close() {
        super.close()
        held = nil
        shown = nil
    }
}

extension Context {
    /// Sets up what a new row needs beside its schedule.
    func setUpExtras<Value>(of row: AsyncRow<Value>, at slot: Slot) {
        guard let extras = row.extras(of: Value.self) else { return }
        tag(slot, extras.tags)
        if row.plan.staleAfter != nil {
            extras.staleness = Alarm(in: self) { [weak self, weak row] in
                if let row { self?.becomeStale(row, at: slot) }
            }
        }
        if let pace = row.plan.pace {
            let pacer = Pacer(pace, in: self)
            pacer.act = { [weak self, weak row] in
                if let row { self?.letGo(row, at: slot) }
            }
            extras.pacer = pacer
        }
    }

    /// What a row that goes leaves with others.
    func forgetExtras(of row: AnyAsyncRow, at slot: Slot) {
        guard let extras = row.extras else { return }
        untag(slot, extras.tags)
        if let plan = row.planID { forgetPrevious(plan, at: slot) }
    }
}
