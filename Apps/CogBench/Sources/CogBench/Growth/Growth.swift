/// A series as measured.
struct Growth: Encodable {
    struct Point: Encodable {
        let size: Int
        /// Nanoseconds for each of what the series counts.
        let figure: Figure
    }

    let series: Series.Name
    let points: [Point]
    /// Nil with fewer than two sizes.
    let steepness: Double?

    init(series: Series.Name, points: [Point]) {
        self.series = series
        self.points = points
        steepness = cog_bench.steepness(points.map { (Double($0.size), $0.figure.least) })
    }
}

/// Measures series, size by size.
@MainActor
struct GrowthMeter {
    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    let most: Int
    /// How long samples are taken for at one size, about.
    let patience: Duration
    private let clock = ContinuousClock()

    init(most: Int, patience: Duration = .milliseconds(500)) {
        self.most = most
        self.patience = patience
    }

    func measure(_ series: Series) async throws -> Growth {
        var points: [Growth.Point] = []
        for size in Series.sizes where size <= min(most, series.most) {
            points.append(.init(size: size, figure: try sample(series, size)))
            // What dropped contexts left to the MainActor is done here, outside the samples.
            await Task.yield()
        }
        return Growth(series: series.name, points: points)
    }

    /// Runs `operations` and nothing else: for tools that count.
    static func run(_ series: Series, size: Int, operations: Int) {
        let trial = series.prepare(size)
        for operation in 0..<operations {
            trial.reset?()
            _ = trial.run(operation)
        }
    }

    /// From three to fifteen samples.
    private func sample(_ series: Series, _ size: Int) throws -> Figure {
        let trial = series.prepare(size)
        var next = 0
        func time(_ operations: Int) throws -> Duration {
            trial.reset?()
            let last = next + operations - 1
            var result = 0
            let elapsed = clock.measure { for operation in next...last { result = trial.run(operation) } }
            next += operations
            guard result == trial.expected(last) else {
                throw Wrong(
                    description: "\(series.name.rawValue): \(result) at \(size), "
                        + "\(trial.expected(last)) expected")
            }
            return elapsed
        }
        var operations = 1
        var once = try time(1)
        while trial.reset == nil, once < .milliseconds(2), operations < 1 << 14 {
            operations *= 2
            once = try time(operations)
        }
        var samples: [Double] = []
        var spent = Duration.zero
        while samples.count < 3 || samples.count < 15 && spent < patience {
            let elapsed = try time(operations)
            spent += elapsed
            samples.append(elapsed / .nanoseconds(1) / Double(operations * series.name.units(size)))
        }
        return Figure(samples)
    }
}
