extension Model {
    /// A row's settled value, made on first demand.
    @discardableResult
    func settled(_ id: RowID) -> Int {
        let row = rows[id] ?? Row()
        rows[id] = row
        switch declaration(id).kind {
        case .source(let start):
            if let value = row.value { return value }
            events.append(.started(name(id)))
            row.value = start
            row.changedAt = revision
            return start
        case .computed(let formula):
            if let value = row.value, !needsRun(row) { return value }
            return run(id, row, formula)
        }
    }

    /// Whether something that the row read last has changed since, asked in the order read: the
    /// run would read again what is before the first change, but perhaps not what is behind.
    private func needsRun(_ row: Row) -> Bool {
        if row.checkedAt == revision, !row.isStale { return false }
        for dependency in row.dependencies where hasChanged(dependency, since: row.checkedAt) {
            return true
        }
        if row.isStale { return true }
        row.checkedAt = revision
        return false
    }

    func hasChanged(_ id: RowID, since checkedAt: UInt64) -> Bool {
        settled(id)
        return (rows[id]?.changedAt ?? 0) > checkedAt
    }

    private func run(_ id: RowID, _ row: Row, _ formula: Formula) -> Int {
        record?.recomputed.append(name(id))
        var reads = Reads()
        let new = evaluate(formula, id, &reads)
        events.append(.ran(name(id), new))
        if !rules.dropsUnreadDependencies {
            reads.rows += row.dependencies.filter { !reads.rows.contains($0) }
        }
        row.dependencies = reads.rows
        row.follows = reads.models
        row.isStale = false
        row.checkedAt = revision
        if let old = row.value, rules.cutsOffEqualValues, declaration(id).equality.areEqual(old, new) {
            return old
        }
        row.value = new
        row.changedAt = revision
        return new
    }

    /// What a formula gives for a row, or for a reaction when there is none.
    func evaluate(_ formula: Formula, _ row: RowID?, _ reads: inout Reads) -> Int {
        switch formula {
        case .constant(let number): return number
        case .key: return row?.key ?? 0
        case .current: return row.flatMap { rows[$0]?.value } ?? 5
        case .read(let reference):
            return read(target(of: reference, row, &reads), &reads)
        case .peek(let reference):
            return peek(target(of: reference, row, &reads))
        case .below:
            guard let row, row.key > 0 else { return 1 }
            return read(program.row(row.declaration, row.key - 1), &reads)
        case .model(let number):
            reads.models.insert(number)
            return models[number]
        case .sum(let a, let b):
            let first = evaluate(a, row, &reads)
            return (first + evaluate(b, row, &reads)) % Program.modulus
        case .half(let a): return evaluate(a, row, &reads) / 2
        case .choice(let test, let a, let b):
            let isOdd = evaluate(test, row, &reads) % 2 == 1
            return evaluate(isOdd ? a : b, row, &reads)
        }
    }

    private func target(of reference: Reference, _ row: RowID?, _ reads: inout Reads) -> RowID {
        program.row(reference.declaration, evaluate(reference.key, row, &reads))
    }

    private func read(_ id: RowID, _ reads: inout Reads) -> Int {
        let value = settled(id)
        if !reads.rows.contains(id) { reads.rows.append(id) }
        return value
    }

    /// A settled value asked for once.
    func peek(_ id: RowID) -> Int {
        let value = settled(id)
        demand(id)
        check(id, value)
        return value
    }
}

/// What one run read: rows in order, and outside models.
struct Reads {
    var rows: [RowID] = []
    var models: Set<Int> = []
}
