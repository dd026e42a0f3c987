/// Takes samples of a shape's variants in turn, in random order, and checks every result.
@MainActor
struct Sampler {
    struct Figure {
        let kind: VariantKind
        /// Nanoseconds for each body, of every sample, sorted.
        let samples: [Double]

        var median: Double { samples[samples.count / 2] }
        var least: Double { samples[0] }
        var most: Double { samples[samples.count - 1] }
    }

    /// What a variant read that the control did not.
    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    let rounds: Int
    /// How long one sample takes, about.
    let length: Duration = .milliseconds(2)
    private let clock = ContinuousClock()

    init(rounds: Int) { self.rounds = rounds }

    func measure(_ shape: Shape, random: inout some RandomNumberGenerator) throws -> [Figure] {
        var runners = VariantKind.allCases.compactMap { kind in
            shape.make(kind).map { Runner(kind: kind, variant: $0, bodies: shape.bodies) }
        }
        for index in runners.indices { runners[index].calibrate(for: length, clock) }
        for _ in 0..<rounds {
            for index in runners.indices.shuffled(using: &random) { runners[index].sample(clock) }
        }
        // Results depend on the numbers of the latest operations alone: all are asked the same.
        let last = (runners.map(\.next).max() ?? 0) + 1
        let results = runners.map { ($0.kind, $0.variant.run(last..<last + 64)) }
        for (kind, result) in results where result != results[0].1 {
            throw Wrong(
                description:
                    "\(shape.name): \(kind) read \(result) where \(results[0].0) read \(results[0].1)")
        }
        return runners.map { Figure(kind: $0.kind, samples: $0.samples.sorted()) }
    }

    private struct Runner {
        let kind: VariantKind
        let variant: any Variant
        let bodies: Int
        var operations = 1
        var next = 0
        var samples: [Double] = []

        @MainActor
        mutating func calibrate(for length: Duration, _ clock: ContinuousClock) {
            while time(clock) < length, operations < 1 << 24 { operations *= 2 }
        }

        @MainActor
        mutating func sample(_ clock: ContinuousClock) {
            let elapsed = time(clock)
            samples.append(elapsed / .nanoseconds(1) / Double(operations * bodies))
        }

        @MainActor
        private mutating func time(_ clock: ContinuousClock) -> Duration {
            let range = next..<next + operations
            next += operations
            return clock.measure { _ = variant.run(range) }
        }
    }
}
