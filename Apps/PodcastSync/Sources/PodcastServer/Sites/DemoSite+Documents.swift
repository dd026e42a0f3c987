extension DemoSite.Feed {
    /// The feed as RSS 2.0; later episodes have later dates.
    func rss(on server: LoopbackServer, length: (String) -> Int) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0"><channel><title>\(title.escaped)</title>
            <link>\(server.origin)/</link><description>Made by the demo</description>\n
            """
        for (index, episode) in episodes.enumerated() {
            let day = index + 1 < 10 ? "0\(index + 1)" : "\(index + 1)"
            text += """
                <item><title>\(episode.title.escaped)</title>
                <guid isPermaLink="false">\(episode.guid)</guid>
                <pubDate>\(day) Jan 2024 06:00:00 GMT</pubDate>
                <enclosure url="\(server.origin)\(episode.mediaPath)" \
                length="\(length(episode.mediaPath))" type="audio/mpeg"/></item>\n
                """
        }
        return text + "</channel></rss>\n"
    }

    /// The feed as Atom.
    func atom(on server: LoopbackServer, length: (String) -> Int) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom"><title>\(title.escaped)</title>
            <id>urn:demo:\(path)</id><updated>2024-01-31T06:00:00Z</updated>\n
            """
        for (index, episode) in episodes.enumerated() {
            let day = index + 1 < 10 ? "0\(index + 1)" : "\(index + 1)"
            text += """
                <entry><title>\(episode.title.escaped)</title><id>\(episode.guid)</id>
                <published>2024-01-\(day)T06:00:00Z</published>
                <updated>2024-01-\(day)T06:00:00Z</updated>
                <link rel="enclosure" href="\(server.origin)\(episode.mediaPath)" \
                length="\(length(episode.mediaPath))" type="audio/mpeg"/></entry>\n
                """
        }
        return text + "</feed>\n"
    }
}

extension String {
    /// The text with what XML reads as markup replaced.
    var escaped: String {
        var out = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
