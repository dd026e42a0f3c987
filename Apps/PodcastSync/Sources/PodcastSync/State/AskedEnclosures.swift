import CogGraph
import Foundation
import PodcastModel

/// The feeds by their ids: each that is looked for in the list costs all feeds, at every change of one.
private let feedsByIDCog = Cog<[FeedID: Feed]>(name: "feedsByID") { c in
    Dictionary(uniqueKeysWithValues: c[_feedsCog].map { ($0.id, $0) })
}

/// The feed of one id; nil once it is gone from the library.
let feedCogs = CogBox<Feed?, FeedID>(name: "feed") { c, id in c[feedsByIDCog][id] }

/// The feeds in the order of subscription; a refresh changes what is known of them, and not this.
let feedIDsCog = Cog<[FeedID]>(name: "feedIDs") { c in c[_feedsCog].map(\.id) }

/// Some of a feed's enclosures.
enum AskedEnclosures: Equatable {
    case all
    case only(Set<URL>)

    var isEmpty: Bool { self == .only([]) }

    func contains(_ url: URL) -> Bool {
        switch self {
        case .all: true
        case .only(let urls): urls.contains(url)
        }
    }
}

/// The enclosures of a feed whose files this run was asked for, wanted or not, or that came before it.
let askedEnclosuresCogs = CogBox<AskedEnclosures, FeedID>(name: "askedEnclosures") { c, feed in
    switch c[_downloadsCog] {
    case .none: .only([])
    case .wanted: .all
    case .only(let ids):
        .only(
            Set(
                c[_episodesCogs[feed]].filter { ids.contains($0.id) || c[arrivedEpisodesCog].contains($0.id) }
                    .compactMap(\.enclosureURL)))
    }
}

/// The enclosures of a feed whose files are here.
private let enclosuresHereCogs = CogBox<Set<URL>, FeedID>(name: "enclosuresHere") { c, feed in
    Set(
        c[_episodesCogs[feed]].filter { c[standingCogs[$0.id]].bytes != nil }.compactMap(\.enclosureURL))
}

/// Which feeds that are still to be refreshed have the file of an enclosure.
let unreadOwnersCog = Cog<[URL: Set<FeedID>]>(name: "unreadOwners") { c in
    var owners: [URL: Set<FeedID>] = [:]
    for feed in c[feedsToRefreshCog] {
        for url in c[enclosuresHereCogs[feed.id]] { owners[url, default: []].insert(feed.id) }
    }
    return owners
}
