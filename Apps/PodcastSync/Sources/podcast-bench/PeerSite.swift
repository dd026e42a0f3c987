import Foundation
import PodcastServer
import Synchronization

/// Feeds of three sizes with their media, all made from numbers: many items for refreshing, some for
/// downloading, and a few long ones for being killed at.
///
/// `/many.opml`, `/some.opml` and `/large.opml` list the feeds of each group.
struct PeerSite {
    struct Group {
        let name: String
        let feeds: Int
        let items: Int
        let bytes: Int
    }

    static let groups = [
        Group(name: "many", feeds: 20, items: 120, bytes: 4096),
        Group(name: "some", feeds: 17, items: 10, bytes: 1 << 20),
        Group(name: "large", feeds: 1, items: 4, bytes: 48 << 20),
    ]

    /// Serves until killed: the origin on the first line, then each request as an object on one.
    static func serve() throws {
        let lines = Mutex(())
        let server = try LoopbackServer { record in
            let line = Line(
                path: record.path, status: record.status, bytes: record.bytes,
                isConditional: record.isConditional, range: record.range)
            guard let data = try? JSONEncoder().encode(line) else { return }
            lines.withLock { _ in FileHandle.standardOutput.write(data + Data("\n".utf8)) }
        }
        for group in groups { group.install(on: server) }
        FileHandle.standardOutput.write(Data((server.origin + "\n").utf8))
        while true { pause() }
    }
}

private struct Line: Encodable {
    let path: String
    let status: Int
    let bytes: Int
    let isConditional: Bool
    let range: String?
}

extension PeerSite.Group {
    func install(on server: LoopbackServer) {
        // Every file begins with its own path, so that none can be taken for another.
        let filling = SeededBytes.make(count: bytes, seed: UInt64(feeds))
        for feed in 1...feeds {
            server.route(
                "/\(name)/\(feed).xml",
                .text(
                    rss(feed, on: server), etag: "\"\(name)-\(feed)\"",
                    lastModified: "Mon, 01 Jan 2024 00:00:00 GMT"))
            for item in 1...items {
                let path = media(feed, item)
                server.route(path) { _ in
                    let tag = Array("ID3 \(path) ".utf8)
                    return Response(
                        body: tag + filling.dropFirst(tag.count), contentType: "audio/mpeg",
                        etag: "\"\(path.hashed)\"", lastModified: "Mon, 01 Jan 2024 00:00:00 GMT")
                }
            }
        }
        let outlines = (1...feeds).map {
            "<outline type=\"rss\" text=\"\(title($0))\" xmlUrl=\"\(server.origin)/\(name)/\($0).xml\"/>"
        }
        server.route(
            "/\(name).opml",
            .text("<opml version=\"2.0\"><body>\n\(outlines.joined(separator: "\n"))\n</body></opml>\n"))
    }

    /// No two end alike: some tools call their files by that alone.
    private func media(_ feed: Int, _ item: Int) -> String { "/media/\(name)-\(feed)-\(item).mp3" }

    private func title(_ feed: Int) -> String { "The \(name) feed \(feed)" }

    /// An item is about as long as those of well-kept feeds are: 1.2 KB.
    private func rss(_ feed: Int, on server: LoopbackServer) -> String {
        let notes = String(repeating: "In this part we talk about what came of the last one. ", count: 14)
        let items = (1...items).map { item in
            """
            <item><title>Part \(item) of \(title(feed))</title>
            <guid isPermaLink="false">\(name)-\(feed)-\(item)</guid>
            <link>\(server.origin)/\(name)/\(feed)/\(item)</link>
            <pubDate>\(Self.date(item))</pubDate>
            <itunes:duration>00:42:\(10 + item % 50)</itunes:duration><itunes:explicit>no</itunes:explicit>
            <description><![CDATA[<p>\(notes)</p>]]></description>
            <enclosure url="\(server.origin)\(media(feed, item))" length="\(bytes)" \
            type="audio/mpeg"/></item>
            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
            <title>\(title(feed))</title><link>\(server.origin)/</link>
            <description>Made for measuring</description>
            \(items.joined(separator: "\n"))
            </channel></rss>

            """
    }

    /// One day after another, from the first of 2024 on.
    private static func date(_ item: Int) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "UTC")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.string(from: Date(timeIntervalSince1970: 1_704_088_800 + Double(item) * 86_400))
    }
}

extension String {
    /// The path as a validator: legal in a header.
    fileprivate var hashed: String { filter { $0.isLetter || $0.isNumber } }
}
