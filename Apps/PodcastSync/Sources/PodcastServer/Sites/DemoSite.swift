import Foundation

/// Feeds made by code, good and ill-behaved, with media whose bytes follow from a seed.
///
/// It is a value: the same seed makes the same site, on any server (POD demo).
public struct DemoSite: Sendable {
    /// One feed of the site.
    public struct Feed: Sendable, Equatable {
        public let path: String
        public let title: String
        /// Whether a refresh of it can succeed.
        public let isGood: Bool
        public let episodes: [Episode]
    }

    /// One episode of a feed.
    public struct Episode: Sendable, Equatable {
        public let guid: String
        public let title: String
        public let mediaPath: String
    }

    public let seed: UInt64
    public let feeds: [Feed]

    public init(seed: UInt64 = 1) {
        self.seed = seed
        feeds = [
            Self.feed("morning", "Morning Radio", titles: (1...8).map { "Morning \($0)" }),
            Self.feed("atom", "Atomic Hour", titles: (1...7).map { "Hour \($0)" }),
            Self.feed("same", "Same Again", titles: Array(repeating: "Episode", count: 6)),
            Self.feed(
                "awkward", "Awkward / Titles",
                titles: [
                    "../../etc/passwd", "A/B: \\ the * test?", "🎧 émission spéciale 🎉",
                    String(repeating: "long ", count: 60), ".", "Tom & <Jerry> \"live\"", "CON",
                ]),
            Feed(path: "/feeds/gone.xml", title: "Gone", isGood: false, episodes: []),
            Feed(path: "/feeds/page.xml", title: "A Page", isGood: false, episodes: []),
        ]
    }

    /// All episodes of all feeds.
    public var episodes: [Episode] { feeds.flatMap(\.episodes) }

    /// The URLs of the feeds on a server, the ill-behaved ones too.
    public func feedURLs(on server: LoopbackServer) -> [URL] { feeds.map { server.url($0.path) } }

    /// The bytes each media URL serves on a server.
    public func expectedBytes(on server: LoopbackServer) -> [URL: [UInt8]] {
        var expected: [URL: [UInt8]] = [:]
        for episode in episodes {
            expected[server.url(episode.mediaPath)] = bytes(of: episode.mediaPath)
        }
        return expected
    }

    /// The bytes a media path serves.
    public func bytes(of mediaPath: String) -> [UInt8] {
        SeededBytes.episode(of: mediaPath, seed: seed)
    }

    /// Adds the routes of the site to a server.
    public func install(on server: LoopbackServer) {
        for feed in feeds where feed.isGood {
            let text =
                feed.path.hasPrefix("/feeds/atom")
                ? feed.atom(on: server, length: { bytes(of: $0).count })
                : feed.rss(on: server, length: { bytes(of: $0).count })
            server.route(
                feed.path,
                .text(
                    text, etag: "\"\(feed.title.utf8.count)-\(seed)\"",
                    lastModified: "Mon, 01 Jan 2024 00:00:00 GMT"))
        }
        server.route("/feeds/page.xml", .html("This podcast has moved"))
        for episode in episodes {
            server.route(episode.mediaPath, response(of: episode))
        }
    }

    /// What an episode's media path answers, to be changed by who wants it ill-behaved.
    public func response(of episode: Episode) -> Response {
        Response(
            body: bytes(of: episode.mediaPath), contentType: "audio/mpeg",
            etag: "\"\(episode.guid)-\(seed)\"")
    }

    private static func feed(_ name: String, _ title: String, titles: [String]) -> Feed {
        let episodes = titles.enumerated().map { index, title in
            Episode(
                guid: "\(name)-\(index + 1)", title: title, mediaPath: "/media/\(name)/\(index + 1).mp3")
        }
        return Feed(path: "/feeds/\(name).xml", title: title, isGood: true, episodes: episodes)
    }
}
