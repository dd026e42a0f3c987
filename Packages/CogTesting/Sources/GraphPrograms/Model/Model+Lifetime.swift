extension Model {
    /// Notes that a row was asked for once, or that a watcher left it.
    func demand(_ id: RowID) {
        guard declaration(id).isReleasable, let row = rows[id], row.boundary == nil else { return }
        row.isDemanded = true
    }

    /// Where nothing is under way: graces begin, and what nobody needs goes, until all that is left
    /// is needed.
    func rest() {
        for (id, row) in rows where row.isDemanded {
            row.isDemanded = false
            if row.boundary == nil, rules.renewsGraces || row.deadline == 0 {
                row.deadline = now + grace(of: id)
            }
        }
        guard rules.releases else { return }
        while true {
            let read = readRows()
            let gone = rows.filter { id, row in
                declaration(id).isReleasable && row.boundary == nil && row.deadline <= now
                    && !read.contains(id)
            }
            if gone.isEmpty { return }
            for id in gone.keys { rows[id] = nil }
        }
    }

    /// What another row, a reaction or an export reads.
    func readRows() -> Set<RowID> {
        var read: Set<RowID> = []
        for row in rows.values { read.formUnion(row.dependencies) }
        for watcher in watchers { read.formUnion(watcher.dependencies) }
        return read
    }

    func advance(_ seconds: Int) {
        now += seconds
        rest()
    }

    private func grace(of id: RowID) -> Int {
        if case .observed(let grace) = declaration(id).life { grace ?? contextGrace } else { 0 }
    }

    /// Lets go of a row that nothing but a boundary or its grace keeps; told last.
    func discardRow(_ id: RowID) {
        guard let row = rows[id], !(rules.sparesRead && readRows().contains(id)) else { return }
        rows[id] = nil
        rest()
        guard let boundary = row.boundary else { return }
        record?.noticed.append(name(id))
        tell(boundary)
    }
}
