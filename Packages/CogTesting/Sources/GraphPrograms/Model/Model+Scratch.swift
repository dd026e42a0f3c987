extension Model {
    /// Holds the model itself to the plainest meaning of a selector: its formula, computed from
    /// nothing but what sources hold now.
    func check(_ id: RowID, _ value: Int) {
        guard rules == .contract, isPure(id), complaint == nil else { return }
        let scratch = fromScratch(id)
        if scratch != value {
            complaint = "the model holds \(value) in \(name(id)), and from scratch it is \(scratch)"
        }
    }

    /// Whether a row's value depends on sources alone, not on when it was computed.
    private func isPure(_ id: RowID) -> Bool { isPure(declaration: id.declaration) }

    private func isPure(declaration index: Int) -> Bool {
        let declaration = program.declarations[index]
        guard case .computed(let formula) = declaration.kind else { return true }
        return declaration.equality != .parity && isPure(formula)
    }

    private func isPure(_ formula: Formula) -> Bool {
        switch formula {
        case .constant, .key, .below, .model: true
        case .current, .peek: false
        case .read(let reference): isPure(declaration: reference.declaration) && isPure(reference.key)
        case .half(let a): isPure(a)
        case .sum(let a, let b): isPure(a) && isPure(b)
        case .choice(let test, let a, let b): isPure(test) && isPure(a) && isPure(b)
        }
    }

    private func fromScratch(_ id: RowID) -> Int {
        switch declaration(id).kind {
        case .source(let start): rows[id]?.value ?? start
        case .computed(let formula): fromScratch(formula, id)
        }
    }

    private func fromScratch(_ formula: Formula, _ row: RowID) -> Int {
        switch formula {
        case .constant(let number): number
        case .key: row.key
        case .current, .peek: 0
        case .model(let number): models[number]
        case .read(let reference):
            fromScratch(program.row(reference.declaration, fromScratch(reference.key, row)))
        case .below: row.key > 0 ? fromScratch(program.row(row.declaration, row.key - 1)) : 1
        case .sum(let a, let b): (fromScratch(a, row) + fromScratch(b, row)) % Program.modulus
        case .half(let a): fromScratch(a, row) / 2
        case .choice(let test, let a, let b):
            fromScratch(fromScratch(test, row) % 2 == 1 ? a : b, row)
        }
    }
}
