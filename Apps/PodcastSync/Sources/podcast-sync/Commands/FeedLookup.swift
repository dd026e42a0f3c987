import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore

/// Finds feeds by what a person calls them: a number, an address, or a title.
struct FeedLookup {
    private let feeds: [Feed]

    init(_ directory: URL) throws(PodcastError) {
        feeds = try Store(reading: directory).feeds()
    }

    init(_ store: Store) throws(PodcastError) { feeds = try store.feeds() }

    func ids(of texts: [String], for arguments: Arguments) throws -> Set<FeedID> {
        Set(try texts.map { try feed($0, for: arguments).id })
    }

    func feed(_ text: String, for arguments: Arguments) throws -> Feed {
        let address = FeedURL.typed(text)?.absoluteString
        let found =
            Int64(text).map { number in feeds.first { $0.id.rawValue == number } }
            ?? feeds.first { $0.url.absoluteString == address || $0.url.withoutCredentials == address }
        if let found { return found }
        let titled = feeds.filter { $0.title.lowercased() == text.lowercased() }
        if let only = titled.first, titled.count == 1 { return only }
        guard titled.isEmpty else {
            let numbers = titled.map { "\($0.id.rawValue)" }.joined(separator: ", ")
            throw PodcastError(
                .usage, "several feeds are called '\(text.withoutCredentials)'", at: arguments.command,
                advice: "use one of their numbers: \(numbers)")
        }
        let near = NearNames.near(text, among: feeds.flatMap { [$0.title, $0.url.withoutCredentials] })
        throw PodcastError(
            .usage, "no feed is called '\(text.withoutCredentials)'", at: arguments.command,
            advice: near.suggestion ?? "podcast-sync list shows the feeds with their numbers")
    }
}

extension FeedURL {
    /// The address that a person typed, in the spelling that the library keeps; nil when it is none.
    static func typed(_ text: String) -> URL? {
        URL(string: "about:blank").flatMap { resolve(unwrapped(text), base: $0) }.map(normal)
    }
}
