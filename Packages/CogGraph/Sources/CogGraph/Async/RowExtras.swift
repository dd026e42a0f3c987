import CogArena

/// What a row of async state keeps where its declaration asks for more than runs.
@MainActor
final class RowExtras {
    var pacer: Pacer?
    /// Rings when the latest result is stale.
    var staleness: Alarm?
    /// What the state is called by.
    let tags: [AnyHashable]
    /// The row that the last watcher left while work was under way.
    var left: Slot?
    /// What was chosen and waits for its pace.
    var held: WorkBody?
    /// What the state shows, once it is no default, where other keys begin with it.
    var shown: AnyObject?

    init(tags: [AnyHashable]) { self.tags = tags }

    /// Takes what is held, for good.
    func drop() -> WorkBody? {
        pacer?.end()
        return held.take()
    }

    /// Waits for nothing any more.
    func close() {
        pacer?.end()
        staleness?.end()
        held = nil
        shown = nil
    }
}

/// A value that new keys may begin with.
@usableFromInline
final class Shown<Value> {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
}

extension Context {
    /// Sets up what a new row needs beside its schedule.
    func setUpExtras(of row: AsyncRow, tags: [any Hashable & Sendable]) {
        let extras = RowExtras(tags: tags.map { AnyHashable($0) })
        row.extras = extras
        tag(row.slot, extras.tags)
        if row.plan.staleAfter != nil {
            extras.staleness = Alarm(in: self) { [weak self, weak row] in
                if let row { self?.becomeStale(row) }
            }
        }
        if let pace = row.plan.pace {
            let pacer = Pacer(pace, in: self)
            pacer.act = { [weak self, weak row] in
                if let row { self?.letGo(row) }
            }
            extras.pacer = pacer
        }
    }

    /// What a row that goes leaves with others.
    func forgetExtras(of row: AsyncRow) {
        guard let extras = row.extras else { return }
        untag(row.slot, extras.tags)
        forgetPrevious(ObjectIdentifier(row.plan), at: row.slot)
    }
}
