/// The elements that mean something in a feed or an outline; it has no payload, so that nothing is counted when
/// one is handed on.
enum Tag: Hashable {
    case rss, rdf, feed, opml
    case channel, item, entry, image, textInput, source
    case title, itunesTitle, guid, id, link, pubDate, dcDate, published, updated
    case enclosure, mediaContent, mediaGroup, newFeedURL, podcastGUID, ttl
    case updatePeriod, updateFrequency
    case body, outline
    case other

    /// A known prefix counts where the namespace was never declared or has a variant spelling.
    init(name: String, uri: String?, prefix: String?) {
        var name = name
        var family = Self.family(uri: uri ?? "", prefix: prefix ?? "")
        if uri == nil, prefix == nil, let colon = name.firstIndex(of: ":") {
            family = Self.family(uri: "", prefix: String(name[..<colon]))
            name = String(name[name.index(after: colon)...])
        }
        self = Self.known[family + name] ?? Self.known[family + name.lowercased()] ?? .other
    }

    private static func family(uri: String, prefix: String) -> String {
        let uri = uri.lowercased()
        if uri.contains("itunes.com/dtds") || (uri.isEmpty && prefix == "itunes") { return "itunes:" }
        if uri.contains("search.yahoo.com/mrss") || (uri.isEmpty && prefix == "media") { return "media:" }
        if uri.contains("podcastindex") || uri.contains("podcast-namespace")
            || (uri.isEmpty && prefix == "podcast")
        {
            return "podcast:"
        }
        if uri.contains("rss/1.0/modules/syndication") || (uri.isEmpty && prefix == "sy") { return "sy:" }
        if uri.contains("purl.org/dc/") || (uri.isEmpty && prefix == "dc") { return "dc:" }
        if uri.contains("w3.org/2005/atom") || uri.contains("purl.org/atom")
            || (uri.isEmpty && prefix == "atom")
        {
            return ""
        }
        if uri.isEmpty && prefix.isEmpty || uri.contains("purl.org/rss/1.0/") && !uri.contains("modules") {
            return ""
        }
        if uri.contains("22-rdf-syntax-ns") || uri.contains("rss_2.0/enc") { return "" }
        if prefix.isEmpty { return "" }
        return "other:"
    }

    private static let known: [String: Tag] = [
        "rss": .rss, "rdf": .rdf, "feed": .feed, "opml": .opml, "channel": .channel, "item": .item,
        "entry": .entry, "image": .image, "textinput": .textInput, "source": .source, "title": .title,
        "itunes:title": .itunesTitle, "guid": .guid, "id": .id, "link": .link, "pubdate": .pubDate,
        "dc:date": .dcDate, "published": .published, "updated": .updated, "enclosure": .enclosure,
        "media:content": .mediaContent, "media:group": .mediaGroup, "itunes:new-feed-url": .newFeedURL,
        "podcast:guid": .podcastGUID, "ttl": .ttl, "sy:updateperiod": .updatePeriod,
        "sy:updatefrequency": .updateFrequency, "body": .body, "outline": .outline,
    ]
}
