/// Something that a measure has to stay within.
struct Target {
    enum Measure: Equatable {
        /// The graph's median over another's of the same run.
        case ratio(String, VariantKind)
        /// The graph's median on one shape over that on another.
        case flat(String, over: String)
        /// Instructions for each body or row.
        case instructions(String)
        /// Instructions for each body or row of one shape over those of another.
        case flatInstructions(String, over: String)
        /// Allocations in one operation.
        case allocations(String)
        /// The graph's nanoseconds for each of the shape's units.
        case time(String)
        /// Bytes.
        case memory(MemoryUse.Kind)
        /// Milliseconds.
        case services(ServiceCost.Kind)
        /// How much steeper a curve is between logarithms than rows by hand.
        case steepness(Series.Name)
        /// Instructions for each of what a series counts, at the larger size over the smaller.
        case flatSeries(Series.Name)
    }

    enum Verdict: String, Encodable {
        case met
        case missed
        case unmeasured = "not measured"
    }

    let measure: Measure
    let atMost: Double
    /// Where the limit comes from, if it is not a number of its own.
    var because = ""

    init(_ measure: Measure, _ atMost: Double, because: String = "") {
        self.measure = measure
        self.atMost = atMost
        self.because = because
    }

    func verdict(_ measured: Double?) -> Verdict {
        guard let measured else { return .unmeasured }
        return measured <= atMost ? .met : .missed
    }
}

extension Target.Measure: CustomStringConvertible {
    var description: String {
        switch self {
        case .ratio(let shape, let kind): "\(shape): graph ÷ \(kind)"
        case .flat(let shape, let base): "time of \(shape) ÷ \(base)"
        case .instructions(let shape): "\(shape): instructions a body"
        case .flatInstructions(let shape, let base): "instructions of \(shape) ÷ \(base)"
        case .allocations(let shape): "\(shape): allocations a turn"
        case .time(let shape): "\(shape): ns each"
        case .memory(let kind): "\(kind.rawValue): bytes"
        case .services(let kind): "\(kind.rawValue): ms"
        case .steepness(let name): "\(name.rawValue): steepness beyond that by hand"
        case .flatSeries(let name):
            "\(name.rawValue): instructions at \(Series.counted.more.grouped) ÷ \(Series.counted.few.grouped)"
        }
    }
}
