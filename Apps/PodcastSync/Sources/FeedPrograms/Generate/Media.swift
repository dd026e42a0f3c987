import PodcastFeeds
import RandomPrograms

/// What an item offers to play, or to look at (POD-6).
struct Media: Sendable {
    enum Element: CaseIterable, Sendable { case enclosure, content, grouped }
    enum Kind: CaseIterable, Sendable { case sound, picture, untold }

    var element: Element
    var kind: Kind
    var address: Address
    /// As it is written, and as it is read.
    var type: (written: String, reads: String)?
    var medium: String?
    var length: (written: String, reads: Int64?)?
    var base: Base.Change?

    static func random(_ random: inout SplitMix) -> Media {
        var media = Media(
            element: random.one(of: Element.allCases), kind: random.one(of: Kind.allCases),
            address: .random(&random, of: [Address.sound(&random)]))
        switch media.kind {
        case .sound:
            switch random.number(below: 4) {
            case 0: media.type = ("audio/mpeg", "audio/mpeg")
            case 1: media.type = ("Video/MP4; codecs=avc1", "video/mp4")
            case 2:
                media.address.name = Address.Name("play?id=7", "play?id=7", "play")
                if media.element == .enclosure { media.type = ("audio/x-m4a", "audio/x-m4a") }
                if media.element != .enclosure { media.medium = "audio" }
            default: break
            }
        case .picture:
            media.address.name = Address.Name("cover.jpg", "cover.jpg", "cover")
            media.type = ("image/jpeg", "image/jpeg")
        case .untold: media.address.name = Address.Name("get?id=8", "get?id=8", "get")
        }
        if random.isTrue(in: 60) {
            media.length = random.one(of: [
                ("1234", 1234), ("0", nil), ("-5", nil), ("", nil), ("12 MB", nil),
                ("99999999999999999999", nil), ("9000000000", 9_000_000_000),
            ])
        }
        if random.isTrue(in: 10) { media.base = random.one(of: Base.Change.allCases) }
        return media
    }

    /// What a feed's reader must make of it, from `base`.
    func reads(from base: Base) -> (url: String, type: String?, length: Int64?) {
        (address.reads(from: base.with(self.base)), type?.reads, length?.reads)
    }

    func markup(_ format: ParsedFeed.Format, _ style: Style, order: inout SplitMix) -> String {
        let isContent = element != .enclosure
        var attributes = [(format == .atom && !isContent ? "href" : "url", address.written)]
        if format == .rdf, !isContent { attributes = [("rdf:resource", address.written)] }
        if let type { attributes.append(("type", type.written)) }
        if let length { attributes.append((isContent ? "fileSize" : "length", length.written)) }
        if let medium, isContent { attributes.append(("medium", medium)) }
        if let base { attributes.append(("xml:base", base.rawValue)) }
        if format == .atom, !isContent { attributes.append(("rel", "enclosure")) }
        attributes.shuffle(using: &order)
        let text = attributes.map { name, value in
            " \(name)=\(style.quote)\(value.escaped())\(style.quote)"
        }.joined()
        switch element {
        case .content: return "<media:content\(text)/>"
        case .grouped: return "<media:group><media:content\(text)></media:content></media:group>"
        case .enclosure:
            switch format {
            case .rss: return "<enclosure\(text)/>"
            case .rdf: return "<enc:enclosure\(text)/>"
            case .atom: return "<link\(text)/>"
            }
        }
    }

    /// That of several which an item plays: the first sound of its own, else of `media:content`, else what
    /// only the answer will tell.
    static func chosen(_ all: [Media]) -> Media? {
        all.first { $0.kind == .sound && $0.element == .enclosure }
            ?? all.first { $0.kind == .sound && $0.element != .enclosure }
            ?? all.first { $0.kind == .untold && $0.element == .enclosure }
    }
}
