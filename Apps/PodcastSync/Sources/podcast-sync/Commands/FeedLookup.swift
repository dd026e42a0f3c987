import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore

/// Finds feeds by what a person calls them: a number, or an address.
struct FeedLookup {
    private let feeds: [Feed]

    init(_ directory: URL) throws(PodcastError) {
        feeds = try Store(directory: directory).feeds()
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
        guard let found else {
            throw PodcastError(
                .usage, "no feed is called '\(text)'", at: arguments.command,
                advice: "podcast-sync status shows the feeds with their numbers")
        }
        return found
    }
}

extension FeedURL {
    /// The address that a person typed, in the spelling that the library keeps; nil when it is none.
    static func typed(_ text: String) -> URL? {
        URL(string: "about:blank").flatMap { resolve(text, base: $0) }.map(normal)
    }
}
