import Foundation
import PodcastFeeds

/// How long a publisher asks to wait between two refreshes, by its document and its answer (POD-16).
enum RefreshFloor {
    /// A week: a publisher's mistake of a year is no reason to lose a feed.
    static let longest: TimeInterval = 7 * 24 * 3600

    static func seconds(of parsed: ParsedFeed, cacheControl: String?) -> TimeInterval {
        let minutes = max(parsed.ttlMinutes ?? 0, parsed.updateMinutes ?? 0)
        return min(max(TimeInterval(minutes) * 60, maxAge(cacheControl ?? ""), 0), longest)
    }

    private static func maxAge(_ header: String) -> TimeInterval {
        let directives = header.lowercased().split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        if directives.contains("no-cache") || directives.contains("no-store") { return 0 }
        let ages = directives.filter { $0.hasPrefix("max-age=") }.compactMap { TimeInterval($0.dropFirst(8)) }
        return ages.first { $0.isFinite } ?? 0
    }
}
