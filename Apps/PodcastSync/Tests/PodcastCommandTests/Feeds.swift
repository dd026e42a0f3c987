import Foundation
import PodcastServer

/// Feeds as small as a test needs them.
enum Feeds {
    /// An RSS feed whose episodes are named `1…count` and served below `/media/` by `server`.
    static func rss(_ title: String, _ count: Int, on server: LoopbackServer) -> String {
        let items = (1...count).map { number in
            """
            <item><title>Part \(number)</title><guid>\(title)-\(number)</guid>
            <pubDate>0\(number) Jan 2024 06:00:00 GMT</pubDate>
            <enclosure url="\(server.origin)/media/\(title)/\(number).mp3" type="audio/mpeg"/></item>
            """
        }
        return "<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined())</channel></rss>"
    }

    /// Serves ``rss(_:_:on:)`` at `/<title>.xml` with its media.
    static func serve(_ title: String, _ count: Int, on server: LoopbackServer) {
        server.route(
            "/\(title).xml", .text(rss(title, count, on: server), etag: "\"\(title)-\(count)\""))
        for number in 1...count {
            server.route("/media/\(title)/\(number).mp3", media(title, number))
        }
    }

    /// Serves one episode that stops in its middle until the gate is opened; its beginning, which is looked
    /// at first, comes at once.
    static func stall(_ title: String, _ number: Int, at gate: StallGate, on server: LoopbackServer) {
        server.route("/media/\(title)/\(number).mp3") { request in
            let isLook = request[header: "Range"]?.hasPrefix("bytes=0-") == true
            return isLook ? media(title, number) : media(title, number).with(.stall(gate, after: 16_384))
        }
    }

    static func media(_ title: String, _ number: Int) -> Response {
        Response(
            body: bytes(title, number), contentType: "audio/mpeg", etag: "\"\(title)-\(number)\"")
    }

    static func bytes(_ title: String, _ number: Int) -> [UInt8] {
        Array(repeating: Array("\(title) \(number) ".utf8), count: 4000).flatMap { $0 }
    }
}
