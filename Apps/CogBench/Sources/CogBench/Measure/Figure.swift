/// What many samples of one thing say.
struct Figure: Encodable, Equatable {
    let median: Double
    let least: Double
    let most: Double

    /// Traps without samples.
    init(_ samples: [Double]) {
        let sorted = samples.sorted()
        let middle = sorted.count / 2
        median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        least = sorted[0]
        most = sorted[sorted.count - 1]
    }
}

/// How steep a curve is between logarithms: 0 where it is flat, 1 where it doubles with what it is over.
/// Nil without two different places.
func steepness(_ points: [(x: Double, y: Double)]) -> Double? {
    let (xs, ys) = (points.map { $0.x.logarithm }, points.map { $0.y.logarithm })
    guard let first = xs.first, xs.contains(where: { $0 != first }) else { return nil }
    let count = Double(points.count)
    let (meanX, meanY) = (xs.reduce(0, +) / count, ys.reduce(0, +) / count)
    let rise = zip(xs, ys).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
    let run = xs.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
    return rise / run
}
