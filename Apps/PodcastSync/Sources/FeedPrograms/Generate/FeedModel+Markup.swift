import RandomPrograms

extension FeedModel {
    var bytes: [UInt8] {
        let root: String
        let text: String
        let items = items.map { $0.markup(format, style) }.joined(separator: style.space)
        switch format {
        case .rss:
            root = "rss"
            text = "<rss version=\"2.0\"\(attributes)><channel>\(channel(items))</channel></rss>"
        case .atom:
            root = "feed"
            text = "<feed xmlns=\"http://www.w3.org/2005/Atom\"\(attributes)>\(channel(items))</feed>"
        case .rdf:
            root = "rdf:RDF"
            text = "<rdf:RDF\(attributes)><channel>\(channel(""))</channel>\(items)</rdf:RDF>"
        }
        return style.bytes(text, root: root)
    }

    private var attributes: String {
        var names = base.map { " xml:base=\(style.quote)\($0.rawValue)\(style.quote)" } ?? ""
        if format == .rdf {
            names += """
                 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" \
                xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#"
                """
        }
        return declaresNamespaces ? names + Self.namespaces : names
    }

    private static let namespaces = """
         xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:psc="http://podlove.org/simple-chapters" \
        xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:media="http://search.yahoo.com/mrss/" xmlns:podcast="https://podcastindex.org/namespace/1.0" \
        xmlns:atom="http://www.w3.org/2005/Atom" xmlns:unknown="https://e.org/ns" \
        xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
        """

    private func channel(_ items: String) -> String {
        var order = SplitMix(seed: order)
        var parts = noise
        func add(_ name: String, _ content: String) { parts.append("<\(name)>\(content)</\(name)>") }
        if let title { add("title", title.content) }
        if let podcastGUID { add("podcast:guid", podcastGUID) }
        if let newFeed { add("itunes:new-feed-url", newFeed.written.escaped()) }
        if let ttl { add("ttl", "\(ttl)") }
        if let period { add("sy:updatePeriod", period.written) }
        if let frequency { add("sy:updateFrequency", "\(frequency)") }
        if let nextPage {
            let name = format == .atom ? "link" : "atom:link"
            parts.append(
                "<\(name) rel=\"next\" href=\(style.quote)\(nextPage.written.escaped())\(style.quote)/>")
        }
        parts.shuffle(using: &order)
        return parts.map { style.space + $0 }.joined() + items
    }
}
