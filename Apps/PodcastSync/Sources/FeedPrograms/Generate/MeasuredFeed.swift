public import Foundation
import RandomPrograms

/// Feeds as they are published, of any size, to be measured with.
public enum MeasuredFeed: String, CaseIterable, Sendable {
    /// Long descriptions, as most podcasts have them.
    case described = "long descriptions"
    /// Hardly anything beside what is read.
    case bare = "nothing but what is read"
    /// Descriptions whose markup is escaped and not in CDATA.
    case escaped = "escaped descriptions"

    public static var finalURL: URL { FeedModel.finalURL }

    public func bytes(_ count: Int) -> [UInt8] {
        var random = SplitMix(seed: 1)
        var bytes = Array(Self.start.utf8)
        bytes.reserveCapacity(count + 4_096)
        var index = 0
        while bytes.count < count {
            bytes += item(index, &random).utf8
            index += 1
        }
        return bytes + Array("</channel></rss>".utf8)
    }

    private static let start = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
          xmlns:content="http://purl.org/rss/1.0/modules/content/">
        <channel><title>Measured</title><link>https://feeds.example.org/</link>

        """

    private func item(_ index: Int, _ random: inout SplitMix) -> String {
        let words = (0..<(10 + random.number(below: 20))).map { _ in random.one(of: Self.words) }
        let paragraph =
            "<p>" + words.joined(separator: " ") + " <a href=\"https://e.org/?a=1&b=\(index)\">here</a></p>\n"
        let body = String(repeating: paragraph, count: 12)
        let description =
            switch self {
            case .described:
                "<description><![CDATA[\(body)]]></description><content:encoded><![CDATA[\(body)]]></content:encoded>"
            case .escaped: "<description>\(body.escaped())</description>"
            case .bare: ""
            }
        return """
            <item>
              <title>\(index): \(words[0]) &amp; \(words[1])</title>
              <guid isPermaLink="false">0ddba11-\(index)</guid>
              <pubDate>Mon, \(1 + index % 28) May 2019 15:14:50 +0000</pubDate>
              <link>https://feeds.example.org/episodes/\(index)</link>
              <itunes:duration>1:02:03</itunes:duration><itunes:explicit>no</itunes:explicit>
              \(description)
              <enclosure url="https://media.example.org/s/\(index).mp3?x=1&amp;y=2" length="\(index)" type="audio/mpeg"/>
            </item>

            """
    }

    private static let words = [
        "podcast", "of", "the", "week", "caf\u{E9}", "\u{2013}", "talk", "about", "music", "and", "bread",
        "\u{65E5}\u{672C}",
    ]
}
