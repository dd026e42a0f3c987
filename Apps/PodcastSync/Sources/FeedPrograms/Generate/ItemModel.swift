import Foundation
import PodcastFeeds
import RandomPrograms

/// One item of a generated feed.
struct ItemModel: Sendable {
    var guid: Text?
    var title: Text?
    var shortTitle: Text?
    var date: Moment?
    var link: Address?
    var media: [Media] = []
    var base: Base.Change?
    /// What a reader of feeds does not look at, or must not take for something else.
    var noise: [String] = []
    /// In which order its elements stand.
    var order: UInt64 = 0

    static func random(_ random: inout SplitMix, index: Int, _ format: ParsedFeed.Format, isNarrow: Bool)
        -> ItemModel
    {
        var item = ItemModel(order: random.next())
        if format != .rdf, random.isTrue(in: 80) {
            // Some come twice.
            let name = random.isTrue(in: 8) ? "twice" : "item-\(index)"
            item.guid = Text(words: [.plain(name)] + Text.random(&random, isNarrow: isNarrow).words)
            if random.isTrue(in: 50) || name == "twice" { item.guid = Text(words: [.plain(name)]) }
        }
        if random.isTrue(in: 85) { item.title = .random(&random, isNarrow: isNarrow) }
        if random.isTrue(in: 20) { item.shortTitle = .random(&random, isNarrow: isNarrow) }
        if random.isTrue(in: 80) { item.date = .random(&random, isInternet: format != .rss) }
        if random.isTrue(in: 60) { item.link = .random(&random, of: Address.pages) }
        for _ in 0..<random.one(of: [0, 1, 1, 1, 2, 3]) { item.media.append(.random(&random)) }
        if random.isTrue(in: 10) { item.base = random.one(of: Base.Change.allCases) }
        for _ in 0..<random.number(below: 4) { item.noise.append(random.one(of: Noise.ofItems)) }
        return item
    }

    /// The item that must be read; nil when nothing tells it from another (POD-1).
    func reads(from feed: Base) -> (item: ParsedItem, isTitled: Bool)? {
        let base = feed.with(self.base)
        let chosen = Media.chosen(media)
        let enclosure = chosen.flatMap { media -> Enclosure? in
            let read = media.reads(from: base)
            return URL(string: read.url).map { Enclosure(url: $0, type: read.type, length: read.length) }
        }
        let link = self.link.flatMap { URL(string: $0.reads(from: base)) }
        let name = title?.reads ?? shortTitle?.reads
        let date = self.date?.written.split(separator: " ").joined(separator: " ")
        let identity: String
        if let guid {
            identity = "guid:" + guid.reads
        } else if let enclosure {
            identity = "enclosure:" + enclosure.url.absoluteString
        } else if let link {
            identity = "link:" + link.absoluteString
        } else if name != nil || date != nil {
            identity = "title:\(name ?? "")|\(date ?? "")"
        } else {
            return nil
        }
        let item = ParsedItem(
            identity: identity, title: name ?? chosen?.address.name.stem ?? "Untitled",
            published: self.date?.reads, link: link, enclosure: enclosure)
        return (item, name != nil)
    }

    var warnings: Set<String> {
        [guid, title, shortTitle].reduce(into: []) { $0.formUnion($1?.warnings ?? []) }
    }

    func markup(_ format: ParsedFeed.Format, _ style: Style) -> String {
        var order = SplitMix(seed: order)
        var parts = noise
        if let guid { parts.append(element(format == .atom ? "id" : "guid", guid.content)) }
        if let title { parts.append(element("title", title.content)) }
        if let shortTitle { parts.append(element("itunes:title", shortTitle.content)) }
        if let date {
            let names =
                switch format {
                case .rss: ["pubDate", "dc:date"]
                case .rdf: ["dc:date"]
                case .atom: ["published", "updated"]
                }
            parts.append(element(order.one(of: names), date.written))
        }
        if let link {
            let address = link.written.escaped()
            parts.append(
                format == .atom
                    ? "<link href=\(style.quote)\(address)\(style.quote)/>" : element("link", address))
        }
        parts.shuffle(using: &order)
        // Among themselves these stand as they are: the first counts.
        let media = media.map { $0.markup(format, style, order: &order) }
        parts.insert(contentsOf: media, at: order.number(below: parts.count + 1))
        let name = format == .atom ? "entry" : "item"
        let start = base.map { "\(name) xml:base=\(style.quote)\($0.rawValue)\(style.quote)" } ?? name
        let body = parts.map { style.space + $0 }.joined()
        return "<\(start)>\(body)\(style.space)</\(name)>"
    }

    private func element(_ name: String, _ content: String) -> String { "<\(name)>\(content)</\(name)>" }

    /// With less in it.
    var simpler: [ItemModel] {
        var simpler: [ItemModel] = []
        func add(_ change: (inout ItemModel) -> Void) {
            var item = self
            change(&item)
            simpler.append(item)
        }
        for noise in noise.withoutParts { add { $0.noise = noise } }
        for media in media.withoutParts { add { $0.media = media } }
        if guid != nil { add { $0.guid = nil } }
        if title != nil { add { $0.title = nil } }
        if shortTitle != nil { add { $0.shortTitle = nil } }
        if date != nil { add { $0.date = nil } }
        if link != nil { add { $0.link = nil } }
        if base != nil { add { $0.base = nil } }
        for text in title?.simpler ?? [] { add { $0.title = text } }
        for text in guid?.simpler ?? [] { add { $0.guid = text } }
        return simpler
    }
}
