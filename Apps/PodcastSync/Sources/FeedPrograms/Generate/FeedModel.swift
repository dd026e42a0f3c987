import Foundation
import PodcastFeeds
import RandomPrograms

/// What a generated feed says, and how it is written: the truth that a reader is held to.
struct FeedModel: Sendable {
    static let finalURL = URL(string: "https://feeds.example.org/shows/feed.xml") ?? URL(filePath: "/")

    var format: ParsedFeed.Format
    var style: Style
    var base: Base.Change?
    var title: Text?
    var podcastGUID: String?
    var newFeed: Address?
    var ttl: Int?
    /// As they are written, and in minutes.
    var period: (written: String, minutes: Int)?
    var frequency: Int?
    var nextPage: Address?
    var noise: [String] = []
    var items: [ItemModel] = []
    /// Whether the prefixes of namespaces are declared.
    var declaresNamespaces = true
    var order: UInt64 = 0

    static func random(_ random: inout SplitMix, items: Int) -> FeedModel {
        let format = random.one(of: [ParsedFeed.Format.rss, .rss, .rss, .atom, .rdf])
        var feed = FeedModel(format: format, style: .random(&random), order: random.next())
        let isNarrow = feed.style.isNarrow
        feed.declaresNamespaces = format == .rdf || random.isTrue(in: 80)
        if random.isTrue(in: 15) { feed.base = random.one(of: Base.Change.allCases) }
        if random.isTrue(in: 90) { feed.title = .random(&random, isNarrow: isNarrow) }
        if random.isTrue(in: 30) {
            feed.podcastGUID = "917393e3-1b1e-5cef-ace4-\(random.number(below: 1_000))"
        }
        if random.isTrue(in: 15) { feed.newFeed = .random(&random, of: Address.pages) }
        if format == .rss, random.isTrue(in: 20) { feed.ttl = random.number(below: 2_000) }
        if random.isTrue(in: 15) {
            feed.period = random.one(of: [("hourly", 60), ("daily", 1_440), (" Weekly\n", 10_080)])
        }
        if random.isTrue(in: 15) { feed.frequency = 1 + random.number(below: 12) }
        if random.isTrue(in: 15) { feed.nextPage = .random(&random, of: Address.pages) }
        for _ in 0..<random.number(below: 4) { feed.noise.append(random.one(of: Noise.ofChannels)) }
        for index in 0..<items {
            feed.items.append(.random(&random, index: index, format, isNarrow: isNarrow))
        }
        return feed
    }

    /// What must be read of it.
    var reads: ParsedFeed {
        let start = Base.feed.with(base)
        var feed = ParsedFeed(
            format: format, title: title?.reads ?? "feeds.example.org", isUntitled: title == nil, items: [],
            newFeedURL: newFeed.flatMap { URL(string: $0.reads(from: start)) }, podcastGUID: podcastGUID,
            ttlMinutes: ttl,
            updateMinutes: period == nil && frequency == nil
                ? nil : (period?.minutes ?? 1_440) / (frequency ?? 1),
            nextPage: nextPage.flatMap { URL(string: $0.reads(from: start)) })
        var counts = (untitled: 0, untold: 0, twice: 0)
        for model in items {
            guard let (item, isTitled) = model.reads(from: start) else {
                counts.untold += 1
                continue
            }
            if !isTitled { counts.untitled += 1 }
            guard let place = feed.items.firstIndex(where: { $0.identity == item.identity }) else {
                feed.items.append(item)
                continue
            }
            counts.twice += 1
            guard let date = item.published else { continue }
            if feed.items[place].published.map({ $0 < date }) ?? true { feed.items[place] = item }
        }
        var warnings = style.warnings(isASCII: bytes.allSatisfy { $0 < 0x80 })
        for text in [title?.warnings] + items.map({ $0.warnings }) { warnings.formUnion(text ?? []) }
        if title == nil { warnings.insert("the feed has no title") }
        if feed.items.isEmpty { warnings.insert("the feed has no items") }
        if counts.untitled > 0 { warnings.insert("items without a title: \(counts.untitled)") }
        if counts.untold > 0 {
            warnings.insert("items that nothing tells apart were passed over: \(counts.untold)")
        }
        if counts.twice > 0 { warnings.insert("items whose identity came twice: \(counts.twice)") }
        feed.warnings = warnings.sorted()
        return feed
    }

    /// With less in it.
    var simpler: [FeedModel] {
        var simpler: [FeedModel] = []
        func add(_ change: (inout FeedModel) -> Void) {
            var feed = self
            change(&feed)
            simpler.append(feed)
        }
        for items in items.withoutParts { add { $0.items = items } }
        for noise in noise.withoutParts { add { $0.noise = noise } }
        if title != nil { add { $0.title = nil } }
        if podcastGUID != nil { add { $0.podcastGUID = nil } }
        if newFeed != nil { add { $0.newFeed = nil } }
        if ttl != nil { add { $0.ttl = nil } }
        if period != nil { add { $0.period = nil } }
        if frequency != nil { add { $0.frequency = nil } }
        if nextPage != nil { add { $0.nextPage = nil } }
        if base != nil { add { $0.base = nil } }
        for style in style.simpler { add { $0.style = style } }
        for items in items.simpler(\.simpler) { add { $0.items = items } }
        for text in title?.simpler ?? [] { add { $0.title = text } }
        return simpler
    }
}
