import FeedPrograms
import Foundation
import PodcastFeeds

/// Documents as large as they may be, each the worst of its kind (POD-7).
enum Extremes {
    /// - Parameter chosen: The one that is read; all of them, each in a process of its own, where it is nil.
    static func run(_ chosen: Extreme?) {
        guard let chosen else {
            let broken = Extreme.allCases.count { Child.fails(["--limits", $0.rawValue], isHeard: true) }
            print("podcast-fuzz: \(Extreme.allCases.count) worst documents, \(broken) broken promises")
            exit(broken == 0 ? 0 : 1)
        }
        let bytes = chosen.bytes((64 << 20) - 4_000_000)
        var meter = Meter()
        let start = meter.use
        let (outcome, excess) = meter.excess(bytes: bytes.count, times: 1) {
            chosen == .outlines ? outlines(bytes) : feed(bytes)
        }
        let use = meter.use - start
        print("podcast-fuzz: \(chosen.rawValue): \(outcome), \(use)")
        if let excess { print("podcast-fuzz: \(chosen.rawValue): \(excess)") }
        exit(excess == nil ? 0 : 1)
    }

    private static func feed(_ bytes: [UInt8]) -> String {
        do throws(FeedError) {
            let feed = try FeedParser.parse(bytes, finalURL: MeasuredFeed.finalURL)
            return "\(feed.items.count) items, a title of \(feed.title.utf8.count) bytes"
        } catch {
            return "\(error)"
        }
    }

    private static func outlines(_ bytes: [UInt8]) -> String {
        do throws(FeedError) {
            return "\(try OPML.parse(bytes).subscriptions.count) subscriptions"
        } catch {
            return "\(error)"
        }
    }
}
