import Foundation

/// Builds a feed from a document's events.
final class FeedHandler: SAXHandler {
    private(set) var failure: FeedError?
    private(set) var format: ParsedFeed.Format?
    private(set) var title: String?
    private(set) var items: [ItemDraft] = []
    private(set) var newFeedURL: URL?
    private(set) var podcastGUID: String?
    private(set) var ttl: Int?
    /// Minutes between two updates, and how many there are in that time (RSS 1.0's syndication module).
    private var updatePeriod: Int?
    private var updateFrequency: Int?
    private(set) var nextPage: URL?

    private let limits: FeedLimits
    private var path: [Tag] = []
    private var base: URL
    /// What relative addresses start from outside the elements that say something else, by their depth.
    private var outerBases: [(depth: Int, base: URL)] = []
    private var item: ItemDraft?
    private var itemDepth = 0
    private var captured: [UInt8] = []
    private var captureDepth = 0
    /// What relative addresses have got from their bases.
    private var addressBytes = 0

    init(finalURL: URL, limits: FeedLimits) {
        base = finalURL
        self.limits = limits
    }

    /// Minutes between two updates; nil where nothing is said of them.
    var updateMinutes: Int? {
        guard updatePeriod != nil || updateFrequency != nil else { return nil }
        return (updatePeriod ?? 24 * 60) / (updateFrequency ?? 1)
    }

    var wantsText: Bool { captureDepth > 0 }

    func start(_ tag: Tag, attributes: Attributes) {
        path.append(tag)
        if let here = attributes["base", prefix: "xml"].flatMap({ resolve($0) }) {
            outerBases.append((path.count, base))
            base = here
        }
        guard captureDepth == 0 else { return }
        if item == nil, tag == .item || tag == .entry {
            item = ItemDraft()
            itemDepth = path.count
        } else if item != nil {
            startInItem(tag, attributes)
        } else {
            startInChannel(tag, attributes)
        }
    }

    func end(_ tag: Tag) {
        if captureDepth == path.count {
            finish(tag)
            captureDepth = 0
        }
        if path.count == itemDepth, let done = item {
            if items.count >= limits.items { failure = .tooManyItems(limit: limits.items) }
            items.append(done)
            item = nil
            itemDepth = 0
        }
        if let outer = outerBases.last, outer.depth == path.count {
            base = outer.base
            outerBases.removeLast()
        }
        path.removeLast()
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        let room = limits.textBytes - captured.count
        if room > 0 { captured.append(contentsOf: bytes.prefix(room)) }
    }

    func root(_ tag: Tag, name: String) {
        switch tag {
        case .rss: format = .rss
        case .rdf: format = .rdf
        case .feed: format = .atom
        default: failure = name.lowercased() == "html" ? .html : .notAFeed(root: name)
        }
    }

    private func capture() {
        captured.removeAll(keepingCapacity: true)
        captureDepth = path.count
    }

    private func startInItem(_ tag: Tag, _ attributes: Attributes) {
        let isDirect = path.count == itemDepth + 1
        switch tag {
        case .title, .itunesTitle, .guid, .id, .pubDate, .dcDate, .published, .updated:
            if isDirect { capture() }
        case .link where isDirect:
            guard let href = attributes["href"] else { return capture() }
            let relation = attributes["rel"] ?? "alternate"
            if relation == "enclosure" {
                enclose(href, attributes, length: attributes["length"])
            } else if relation == "alternate", item?.link == nil {
                let link = resolve(href)
                item?.link = link
            }
        case .enclosure where isDirect:
            if let url = attributes["url"] ?? attributes["resource"] {
                enclose(url, attributes, length: attributes["length"])
            }
        case .mediaContent:
            if let url = attributes["url"] {
                enclose(url, attributes, length: attributes["fileSize"], isFallback: true)
            }
        default: break
        }
    }

    private func enclose(_ text: String, _ attributes: Attributes, length: String?, isFallback: Bool = false)
    {
        guard let url = resolve(text) else { return }
        let type = attributes["type"]?.lowercased().split(separator: ";").first.map(String.init)
        item?.offer(
            Enclosure(
                url: url, type: type, length: length.flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }),
            medium: attributes["medium"], isFallback: isFallback)
    }

    /// The whole address of one that may be relative.
    ///
    /// What a base of a megabyte makes of each of a hundred thousand short addresses is counted: neither time nor
    /// memory may grow beyond what a document has of its own (POD-7).
    private func resolve(_ text: String) -> URL? {
        guard let url = FeedURL.resolve(text, base: base) else { return nil }
        addressBytes += max(0, url.absoluteString.utf8.count - 3 * text.utf8.count)
        if addressBytes > limits.bytes { failure = .addressesTooLong(limit: limits.bytes) }
        return url
    }

    private func startInChannel(_ tag: Tag, _ attributes: Attributes) {
        guard let parent = path.dropLast().last, parent == .channel || parent == .feed else { return }
        switch tag {
        case .title, .newFeedURL, .podcastGUID, .ttl, .updatePeriod, .updateFrequency: capture()
        case .link:
            if attributes["rel"] == "next" || attributes["rel"] == "prev-archive",
                let href = attributes["href"]
            {
                nextPage = resolve(href)
            }
        default: break
        }
    }

    private func finish(_ tag: Tag) {
        let text = Whitespace.collapsed(captured)
        guard !text.isEmpty else { return }
        guard item == nil else {
            if tag == .link, item?.link == nil {
                let link = resolve(text)
                item?.link = link
            }
            item?.set(tag, text)
            return
        }
        switch tag {
        case .title: title = title ?? text
        case .newFeedURL: newFeedURL = newFeedURL ?? resolve(FeedURL.unwrapped(text))
        case .podcastGUID: podcastGUID = podcastGUID ?? text
        case .ttl: ttl = ttl ?? Int(text)
        case .updatePeriod: updatePeriod = updatePeriod ?? Self.periods[text.lowercased()]
        case .updateFrequency:
            updateFrequency = updateFrequency ?? Int(text).flatMap { $0 > 0 ? $0 : nil }
        default: break
        }
    }

    /// In minutes.
    private static let periods = [
        "hourly": 60, "daily": 24 * 60, "weekly": 7 * 24 * 60, "monthly": 30 * 24 * 60,
        "yearly": 365 * 24 * 60,
    ]
}
