extension Model {
    /// The states whose value changed since their readers in UI were told last.
    func changedBoundaries() -> [RowID] {
        var changed: [RowID] = []
        for id in rows.keys.sorted() {
            guard let boundary = rows[id]?.boundary else { continue }
            if hasChanged(id, since: boundary.toldAt) { changed.append(id) }
            boundary.toldAt = revision
        }
        return changed
    }

    /// Tells of each, in the order that the graph chose.
    func tell(_ changed: [RowID]) {
        let order = oracle.noticed[lastTurn] ?? []
        let sorted = changed.map { id in (order.firstIndex(of: name(id)) ?? .max, id) }.sorted { $0 < $1 }
        for (_, id) in sorted {
            record?.noticed.append(name(id))
            if let boundary = rows[id]?.boundary { tell(boundary) }
        }
    }

    /// Tells everyone who tracks a boundary; each once.
    func tell(_ boundary: Boundary) {
        var due = boundary.trackings.filter { !$0.isOver }
        boundary.trackings = []
        while !due.isEmpty {
            let next = oracle.told.first
            let index = due.firstIndex { $0.view == next } ?? 0
            if due[index].view == next { oracle.told.removeFirst() }
            told(due.remove(at: index))
        }
    }

    private func told(_ tracking: Tracking) {
        tracking.isOver = true
        let view = views[tracking.view]
        events.append(.told(view: tracking.view, rows: liveRows))
        guard view.redraws > 0 else { return }
        view.redraws -= 1
        perform(view.plan.actions, owner: nil, inBody: false)
        draw(tracking.view)
    }

    func show(_ plan: ViewPlan) {
        views.append(View(plan))
        draw(views.count - 1)
    }

    func draw(_ view: Int) {
        if settlesBeforeDrawing { for row in views[view].plan.rows { look(row) } }
        let tracking = Tracking(view: view)
        for row in views[view].plan.rows { look(row, tracking) }
    }

    func look(_ id: RowID, _ tracking: Tracking? = nil) {
        let row = rows[id] ?? Row()
        rows[id] = row
        let boundary = row.boundary ?? Boundary()
        if row.boundary == nil {
            row.boundary = boundary
            row.deadline = 0
            settled(id)
            boundary.toldAt = revision
        }
        if let tracking, !boundary.trackings.contains(where: { $0 === tracking }) {
            boundary.trackings.append(tracking)
        }
        let value = settled(id)
        check(id, value)
        events.append(.looked(name(id), value))
        if phase == .idle { rest() }
    }

    func export(_ id: RowID, _ buffering: Buffering) {
        let watcher = Watcher(label: "values of \(name(id))", owner: nil, plan: nil)
        let export = Export(row: id, buffering: buffering)
        watcher.export = export
        watchers.append(watcher)
        exports.append(export)
        offer(export, watcher)
        if phase == .idle { rest() }
    }

    func offer(_ export: Export, _ watcher: Watcher) {
        let value = settled(export.row)
        check(export.row, value)
        switch export.buffering {
        case .newest(let count):
            export.waiting.append(value)
            if export.waiting.count > count { export.waiting.removeFirst() }
        case .oldest(let count):
            if export.waiting.count < count { export.waiting.append(value) }
        case .unbounded: export.waiting.append(value)
        }
        follow(watcher, Reads(rows: [export.row]))
    }

    /// Takes the first value, which is there from the start; the next time ends the sequence and
    /// takes all that waits in it.
    func take(_ number: Int) {
        guard !exports.isEmpty else { return }
        let index = number % exports.count
        let export = exports[index]
        guard !export.isOver, !export.isAbandoned else { return }
        if export.isBegun {
            end(export)
            events.append(.took(export: index, export.waiting))
        } else {
            export.isBegun = true
            events.append(.took(export: index, [export.waiting.removeFirst()]))
        }
    }

    func abandon(_ number: Int) {
        guard !exports.isEmpty else { return }
        let export = exports[number % exports.count]
        export.isAbandoned = true
        if !rules.leasesUntilRest, !export.isOver { end(export) }
    }

    /// Where the graph is at rest, the leases of dropped sequences end.
    func endAbandoned() {
        for export in exports where export.isAbandoned && !export.isOver { end(export) }
    }

    private func end(_ export: Export) {
        export.isOver = true
        if let watcher = watchers.first(where: { $0.export === export }) { remove(watcher) }
        rest()
    }
}
