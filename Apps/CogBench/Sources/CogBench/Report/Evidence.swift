/// What a run found out, for targets to be held against.
struct Evidence {
    var figures: [String: [VariantKind: Figure]] = [:]
    /// What one operation of each shape is divided by.
    var units: [String: Int] = [:]
    var counts = Counts()
    var memory: [MemoryUse.Kind: Double] = [:]
    var services: [ServiceCost.Kind: Double] = [:]
    var steepness: [Series.Name: Double] = [:]

    /// Nil where the run did not measure it.
    func value(_ measure: Target.Measure) -> Double? {
        switch measure {
        case .ratio(let shape, let kind): quotient(median(shape, .graph), median(shape, kind))
        case .flat(let shape, let base): quotient(median(shape, .graph), median(base, .graph))
        case .instructions(let shape): instructions(shape)
        case .flatInstructions(let shape, let base): quotient(instructions(shape), instructions(base))
        case .allocations(let shape): counts.shapes[shape]?.allocations.map(Double.init)
        case .time(let shape): median(shape, .graph)
        case .memory(let kind): memory[kind]
        case .services(let kind): services[kind]
        case .steepness(let name): difference(steepness[name], steepness[.hand])
        case .flatSeries(let name):
            quotient(instructions(name, Series.counted.more), instructions(name, Series.counted.few))
        }
    }

    private func median(_ shape: String, _ kind: VariantKind) -> Double? { figures[shape]?[kind]?.median }

    private func instructions(_ shape: String) -> Double? {
        quotient(counts.shapes[shape].map { Double($0.instructions) }, units[shape].map(Double.init))
    }

    private func instructions(_ series: Series.Name, _ size: Int) -> Double? {
        counts.shapes["\(series.rawValue)@\(size)"].map {
            Double($0.instructions) / Double(series.units(size))
        }
    }

    private func difference(_ a: Double?, _ b: Double?) -> Double? {
        guard let a, let b else { return nil }
        return a - b
    }

    private func quotient(_ a: Double?, _ b: Double?) -> Double? {
        guard let a, let b, b != 0 else { return nil }
        return a / b
    }

    /// Every target with what was measured, in order; those against raw `@Observable` last.
    var outcomes: [Outcome] {
        let raw = figures.filter { $0.value[.observable] != nil }.keys.sorted().map(Target.ahead)
        return (Target.all + raw).map { Outcome($0, value($0.measure)) }
    }
}

/// A target, and what was measured.
struct Outcome: Encodable, Equatable {
    let what: String
    /// Nil where the run did not measure it.
    let measured: Double?
    let atMost: Double
    let because: String
    let verdict: Target.Verdict

    init(_ target: Target, _ measured: Double?) {
        what = target.measure.description
        self.measured = measured
        atMost = target.atMost
        because = target.because
        verdict = target.verdict(measured)
    }
}
