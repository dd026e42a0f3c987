/// What a flow took.
struct FlowCost: Encodable {
    let name: String
    let units: Int
    /// Nanoseconds for each of its units.
    let figures: [VariantKind: Figure]
    /// What one operation of the graph adds to the most memory that the process had; nil where the
    /// platform does not say.
    let peak: Int?

    private enum Key: CodingKey {
        case flow, units, nanoseconds, peakBytes
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .flow)
        try container.encode(units, forKey: .units)
        let named = Dictionary(uniqueKeysWithValues: figures.map { ($0.key.rawValue, $0.value) })
        try container.encode(named, forKey: .nanoseconds)
        try container.encode(peak, forKey: .peakBytes)
    }
}

/// Takes samples of a flow's variants in turn, in random order, and checks each of them.
@MainActor
struct FlowMeter {
    /// What a variant did wrong in a sample.
    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    /// Samples of each variant, and three at least however long they take.
    let rounds: Int
    /// How long samples are taken for, about.
    let patience: Duration
    /// The most memory that a process of its own had after so many operations of a flow.
    let peak: (_ flow: Flow, _ operations: Int) throws -> Int?
    private let clock = ContinuousClock()

    init(
        rounds: Int, patience: Duration = .seconds(2),
        peak: @escaping (_ flow: Flow, _ operations: Int) throws -> Int?
    ) {
        self.rounds = rounds
        self.patience = patience
        self.peak = peak
    }

    func measure(_ flow: Flow, random: inout some RandomNumberGenerator) async throws -> FlowCost {
        var runners: [Runner] = []
        for kind in VariantKind.allCases {
            let tally = Tally()
            guard let trial = await flow.make(kind, tally) else { continue }
            runners.append(Runner(flow: flow, kind: kind, tally: tally, trial: trial))
        }
        for index in runners.indices { try await runners[index].calibrate(clock) }
        var (taken, spent) = (0, Duration.zero)
        while taken < min(3, rounds) || taken < rounds && spent < patience {
            for index in runners.indices.shuffled(using: &random) {
                spent += try await runners[index].sample(clock)
            }
            taken += 1
        }
        let figures = runners.map { ($0.kind, Figure($0.samples)) }
        return FlowCost(
            name: flow.name, units: flow.units, figures: Dictionary(uniqueKeysWithValues: figures),
            peak: try added(flow))
    }

    private func added(_ flow: Flow) throws -> Int? {
        guard let one = try peak(flow, 1), let none = try peak(flow, 0) else { return nil }
        return max(one - none, 0)
    }

    private struct Runner {
        let flow: Flow
        let kind: VariantKind
        let tally: Tally
        let trial: FlowTrial
        var operations = 1
        var next = 0
        var samples: [Double] = []

        init(flow: Flow, kind: VariantKind, tally: Tally, trial: FlowTrial) {
            self.flow = flow
            self.kind = kind
            self.tally = tally
            self.trial = trial
        }

        @MainActor
        mutating func calibrate(_ clock: ContinuousClock) async throws {
            while try await time(clock) < .milliseconds(2), operations < 1 << 14 { operations *= 2 }
        }

        @MainActor
        mutating func sample(_ clock: ContinuousClock) async throws -> Duration {
            let elapsed = try await time(clock)
            samples.append(elapsed / .nanoseconds(1) / Double(operations * flow.units))
            return elapsed
        }

        @MainActor
        private mutating func time(_ clock: ContinuousClock) async throws -> Duration {
            let numbers = next..<next + operations
            next += operations
            let (work, published) = (tally.work, trial.publications?())
            var read = 0
            let start = clock.now
            for operation in numbers { read = await trial.run(operation) }
            let elapsed = clock.now - start
            let (expected, due) = (flow.result(numbers.upperBound - 1), flow.work * operations)
            let ran = tally.work - work
            guard read == expected, ran == due else {
                throw Wrong(
                    description: "\(flow.name): \(kind) read \(read), began \(ran.bodies) and delivered "
                        + "\(ran.reactions) in \(operations) operations, \(expected), \(due.bodies) and "
                        + "\(due.reactions) expected")
            }
            if let before = published, let after = trial.publications?(),
                after - before != flow.publications * operations
            {
                throw Wrong(
                    description: "\(flow.name): \(after - before) publications in \(operations) operations, "
                        + "\(flow.publications * operations) expected")
            }
            return elapsed
        }
    }
}
