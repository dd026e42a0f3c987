import Foundation

/// How fast bytes come, over the last ten seconds.
struct RateMeter {
    private static let window: TimeInterval = 10
    private var samples: [(time: Date, bytes: Int64)] = []

    /// - Returns: Bytes in a second; nil before a second has passed.
    mutating func rate(at time: Date, bytes: Int64) -> Double? {
        // A clock that was set back begins anew.
        samples.removeAll { $0.time > time }
        samples.append((time, bytes))
        while samples.count > 2, time.timeIntervalSince(samples[1].time) >= Self.window {
            samples.removeFirst()
        }
        guard let first = samples.first else { return nil }
        let span = time.timeIntervalSince(first.time)
        return span < 1 ? nil : Double(bytes - first.bytes) / span
    }
}
