import CogGraph

extension GraphRun {
    /// What a formula gives, read through a reader.
    func evaluate(_ formula: Formula, _ row: RowID?, _ c: inout Reader) -> Int {
        switch formula {
        case .constant(let number): return number
        case .key: return row?.key ?? 0
        case .current:
            guard row != nil, let value = c.curr(V.self) else { return 5 }
            return value.number
        case .read(let reference): return read(target(of: reference, row, &c), &c)
        case .peek(let reference):
            let target = target(of: reference, row, &c)
            return switch handles[target.declaration] {
            case .source(let cog): c.peek(cog).number
            case .computed(let cog): c.peek(cog).number
            case .sources(let box): c.peek(box[target.key].readOnly).number
            case .computedBox(let box): c.peek(box[target.key]).number
            }
        case .below:
            guard let row, row.key > 0 else { return 1 }
            return read(program.row(row.declaration, row.key - 1), &c)
        case .model(let number): return c.track(life.models[number], \.number)
        case .sum(let a, let b):
            let first = evaluate(a, row, &c)
            return (first + evaluate(b, row, &c)) % Program.modulus
        case .half(let a): return evaluate(a, row, &c) / 2
        case .choice(let test, let a, let b):
            let isOdd = evaluate(test, row, &c) % 2 == 1
            return evaluate(isOdd ? a : b, row, &c)
        }
    }

    private func target(of reference: Reference, _ row: RowID?, _ c: inout Reader) -> RowID {
        program.row(reference.declaration, evaluate(reference.key, row, &c))
    }

    func read(_ row: RowID, _ c: inout Reader) -> Int {
        switch handles[row.declaration] {
        case .source(let cog): c[cog].number
        case .computed(let cog): c[cog].number
        case .sources(let box): c[box[row.key]].number
        case .computedBox(let box): c[box[row.key]].number
        }
    }

    func peek(_ row: RowID) {
        guard let cogs = life.cogs else { return }
        let value =
            switch handles[row.declaration] {
            case .source(let cog): cogs.peek(cog.readOnly)
            case .computed(let cog): cogs.peek(cog)
            case .sources(let box): cogs.peek(box[row.key])
            case .computedBox(let box): cogs.peek(box[row.key])
            }
        events.append(.peeked(program.name(of: row), value.number))
    }

    func look(_ row: RowID) {
        guard let cogs = life.cogs else { return }
        let value =
            switch handles[row.declaration] {
            case .source(let cog): cogs[cog]
            case .computed(let cog): cogs[cog]
            case .sources(let box): cogs[box[row.key]]
            case .computedBox(let box): cogs[box[row.key]]
            }
        events.append(.looked(program.name(of: row), value.number))
    }
}
