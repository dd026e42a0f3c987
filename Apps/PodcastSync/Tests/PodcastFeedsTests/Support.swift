import Foundation
import PodcastFeeds
import Testing

/// Reads `bytes` as what came from `https://example.org/shows/feed.xml`.
func parse(_ bytes: [UInt8], limits: FeedLimits = FeedLimits()) throws -> ParsedFeed {
    let url = try #require(URL(string: "https://example.org/shows/feed.xml"))
    return try FeedParser.parse(bytes, finalURL: url, limits: limits)
}

func parse(_ text: String, limits: FeedLimits = FeedLimits()) throws -> ParsedFeed {
    try parse(Array(text.utf8), limits: limits)
}

func rss(_ items: String) -> String {
    "<rss version=\"2.0\"><channel><title>Show</title>\(items)</channel></rss>"
}
