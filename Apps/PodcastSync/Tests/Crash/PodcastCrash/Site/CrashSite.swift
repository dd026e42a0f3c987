import Foundation
import PodcastServer

/// Feeds with their media as they are at one time: a value, so that two libraries can be given the same.
struct CrashSite: Sendable {
    struct Item: Hashable, Sendable {
        let show: String
        let number: Int
        var guid: String

        var title: String { "\(show) \(number)" }
        /// Of every fourth neither its address nor its feed tells the type, and its response does (POD-6).
        var isUntold: Bool { number % 4 == 2 }
        var mediaPath: String { "/media/\(show)/\(number)" + (isUntold ? "" : ".mp3") }
    }

    struct Show: Hashable, Sendable {
        let name: String
        var path: String
        /// One more with each change of the document.
        var edition = 1
        var items: [Item] = []
        /// How many items it ever had.
        var published = 0

        var etag: String { "\"\(path)-\(edition)\"" }
    }

    static let names = ["Alpha", "Bravo", "Cedar"]

    private(set) var shows: [String: Show] = [:]
    private(set) var media: [String: Medium] = [:]
    /// What stood in a document, by the validator it was served with.
    private(set) var editions: [String: [Item]] = [:]
    /// Where a feed lives that moved.
    private(set) var moves: [String: String] = [:]

    init() {
        for name in Self.names {
            shows[name] = Show(name: name, path: "/feeds/\(name).xml")
            publish(name, count: 4)
        }
    }

    mutating func publish(_ name: String, count: Int) {
        change(name) { show in
            for _ in 0..<count {
                show.published += 1
                let guid = "\(name)-\(show.published)"
                show.items.append(Item(show: name, number: show.published, guid: guid))
            }
        }
    }

    /// The oldest item goes.
    mutating func withdraw(_ name: String) {
        change(name) { if $0.items.count > 1 { $0.items.removeFirst() } }
    }

    /// Every item gets another guid (POD-1).
    mutating func rename(_ name: String) {
        change(name) { show in
            for index in show.items.indices { show.items[index].guid += "'" }
        }
    }

    /// The feed moves for good (POD-9).
    mutating func move(_ name: String) {
        guard let old = shows[name]?.path, old.count < 40 else { return }
        let new = old.replacingOccurrences(of: ".xml", with: "-moved.xml")
        change(name) { $0.path = new }
        moves[old] = new
    }

    /// The feed has another address as well, under which it is another subscription: `Alpha-twin`.
    mutating func double(_ name: String) {
        guard let show = shows[name], shows[name + "-twin"] == nil else { return }
        var twin = show
        twin.path = show.path.replacingOccurrences(of: ".xml", with: "-twin.xml")
        shows[name + "-twin"] = twin
        editions[twin.etag] = twin.items
    }

    /// The first address of a feed leads to its other one, for good (POD-16).
    mutating func join(_ name: String) {
        guard let show = shows[name], let twin = shows[name + "-twin"] else { return }
        moves[show.path] = twin.path
    }

    /// Its newest item gets other bytes at the same address.
    mutating func replace(_ name: String) {
        guard let path = shows[name]?.items.last?.mediaPath else { return }
        media[path]?.version += 1
        media[path]?.cut = nil
    }

    /// The host of its newest item ends every connection half way.
    mutating func cut(_ name: String) {
        guard let path = shows[name]?.items.last?.mediaPath, let medium = media[path] else { return }
        media[path]?.cut = medium.length / 2
    }

    /// The host of an item is well again.
    mutating func heal(_ name: String, _ number: Int) {
        media[Item(show: name, number: number, guid: "").mediaPath]?.cut = nil
    }

    /// An item whose host ends every connection half way; nil where there is none.
    var cutItem: Item? {
        shows.values.flatMap(\.items).sorted { $0.title < $1.title }.first { media[$0.mediaPath]?.cut != nil }
    }

    private mutating func change(_ name: String, _ body: (inout Show) -> Void) {
        guard var show = shows[name] else { return }
        body(&show)
        show.edition += 1
        shows[name] = show
        editions[show.etag] = show.items
        for item in show.items where media[item.mediaPath] == nil {
            media[item.mediaPath] = Medium(path: item.mediaPath)
        }
    }
}

extension CrashSite {
    func response(to request: Request, origin: String) -> Response {
        if let medium = media[request.path] { return medium.response(to: request) }
        if let target = moves[request.path] { return .redirect(301, to: origin + target) }
        guard let show = shows.values.first(where: { $0.path == request.path }) else { return .status(404) }
        return .text(show.document(origin), etag: show.etag)
    }
}

extension CrashSite.Show {
    fileprivate func document(_ origin: String) -> String {
        let items = items.reversed().map { item in
            let (month, day) = ((item.number - 1) / 28 + 1, (item.number - 1) % 28 + 1)
            let date = "\(day) \(["Jan", "Feb", "Mar", "Apr", "May"][month % 5]) 2024 06:00:00 GMT"
            let type = item.isUntold ? "" : " type=\"audio/mpeg\""
            return """
                <item><title>\(item.title)</title><guid isPermaLink="false">\(item.guid)</guid>
                <pubDate>\(date)</pubDate>
                <enclosure url="\(origin)\(item.mediaPath)" length="1"\(type)/></item>
                """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0"><channel><title>\(name)</title><link>\(origin)/</link>
            <description>Edition \(edition)</description>\(items.joined(separator: "\n"))</channel></rss>
            """
    }
}
