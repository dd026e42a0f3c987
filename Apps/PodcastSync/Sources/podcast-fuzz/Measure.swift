import FeedPrograms
import Foundation
import PodcastFeeds

/// How fast feeds are read.
enum Measure {
    /// The best of several runs counts, in the processor's time: what else a machine does takes away from that,
    /// and never adds.
    static func run(megabytes: Int) {
        for shape in MeasuredFeed.allCases {
            let bytes = shape.bytes(megabytes * 1_000_000)
            let meter = Meter()
            var best = 0.0
            var items = 0
            for _ in 0..<9 {
                let start = meter.use
                items = (try? FeedParser.parse(bytes, finalURL: MeasuredFeed.finalURL).items.count) ?? 0
                best = max(best, Double(bytes.count) / 1e6 / (meter.use - start).time)
            }
            print(
                "podcast-fuzz: \(shape.rawValue): \(Int(best)) MB/s, \(bytes.count) bytes, \(items) items")
        }
    }
}
