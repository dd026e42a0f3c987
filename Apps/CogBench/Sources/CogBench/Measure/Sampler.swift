/// Takes samples of a shape's variants in turn, in random order. Of every sample it checks what was
/// read, and that exactly the right bodies and reactions ran.
@MainActor
struct Sampler {
    /// What a variant did wrong in a sample.
    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    let rounds: Int
    /// How long one sample takes at least, about.
    let length: Duration = .milliseconds(2)
    private let clock = ContinuousClock()

    init(rounds: Int) { self.rounds = rounds }

    /// Nanoseconds for each of the shape's units.
    func measure(
        _ shape: Shape, random: inout some RandomNumberGenerator
    ) async throws -> [VariantKind: Figure] {
        var runners = VariantKind.allCases.compactMap { kind in
            shape.make(kind).map { Runner(kind: kind, shape: shape, variant: $0) }
        }
        for index in runners.indices { try runners[index].calibrate(for: length, clock) }
        for _ in 0..<rounds {
            for index in runners.indices.shuffled(using: &random) {
                try runners[index].sample(clock)
                // What a dropped context left to the MainActor is done here, outside the samples.
                await Task.yield()
            }
        }
        return Dictionary(uniqueKeysWithValues: runners.map { ($0.kind, Figure($0.samples)) })
    }

    /// Runs a variant of a shape for so many operations, and checks it.
    func check(_ shape: Shape, _ kind: VariantKind, operations: Int) throws {
        guard let variant = shape.make(kind) else { return }
        var runner = Runner(kind: kind, shape: shape, variant: variant)
        // The first operation of a variant may run more: it is the first to look.
        _ = variant.run(0..<1)
        runner.next = 1
        runner.operations = operations
        _ = try runner.time(clock)
    }

    private struct Runner {
        let kind: VariantKind
        let shape: Shape
        let variant: any Variant
        var operations = 1
        var next = 0
        var samples: [Double] = []

        @MainActor
        mutating func calibrate(for length: Duration, _ clock: ContinuousClock) throws {
            _ = variant.run(0..<1)
            next = 1
            while try time(clock) < length, operations < 1 << 24 { operations *= 2 }
        }

        @MainActor
        mutating func sample(_ clock: ContinuousClock) throws {
            let elapsed = try time(clock)
            samples.append(elapsed / .nanoseconds(1) / Double(operations * shape.units))
        }

        @MainActor
        mutating func time(_ clock: ContinuousClock) throws -> Duration {
            let range = next..<next + operations
            next += operations
            let before = variant.tally.work
            var read = 0
            let elapsed = clock.measure { read = variant.run(range) }
            let (expected, due) = (shape.result(range.upperBound - 1), shape.work(kind) * operations)
            let ran = variant.tally.work - before
            guard read == expected else {
                throw Wrong(
                    description: "\(shape.name): \(kind) read \(read) after \(range.upperBound) operations, "
                        + "\(expected) expected")
            }
            guard ran == due else {
                throw Wrong(
                    description: "\(shape.name): \(kind) ran \(ran.bodies) bodies and \(ran.reactions) "
                        + "reactions in \(operations) operations, \(due.bodies) and \(due.reactions) expected"
                )
            }
            return elapsed
        }
    }
}
