import Foundation
import PodcastFeeds
import PodcastModel

/// Tells which known episode an item of a new document is (POD-1).
struct EpisodeMatcher {
    private var named: [String: Episode] = [:]
    /// Episodes whose own identity the document has not, by enclosure, the oldest last.
    private var renamed: [String: [Episode]] = [:]

    init(known: [Episode], items: [ParsedItem]) {
        let present = Set(items.map(\.identity))
        for episode in known.reversed() {
            if present.contains(episode.identity) {
                named[episode.identity] = episode
            } else if let url = episode.enclosureURL {
                renamed[Self.key(url), default: []].append(episode)
            }
        }
    }

    /// The episode that `item` is; each is given out once, nil is a new one.
    mutating func take(_ item: ParsedItem) -> Episode? {
        if let episode = named.removeValue(forKey: item.identity) { return episode }
        return item.enclosure.flatMap { renamed[Self.key($0.url)]?.popLast() }
    }

    /// A publisher who moves to https renames what was identified by its enclosure, and changes no audio.
    static func key(_ url: URL) -> String {
        let text = url.absoluteString
        return text.hasPrefix("http://") ? "https" + text.dropFirst(4) : text
    }
}
