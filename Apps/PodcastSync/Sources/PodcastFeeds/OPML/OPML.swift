public import Foundation
import PodcastModel

/// One line of a subscription list.
public struct OPMLSubscription: Hashable, Sendable {
    public var url: URL
    public var title: String

    public init(url: URL, title: String) {
        self.url = url
        self.title = title
    }
}

/// A subscription list: what can be subscribed to, and the lines that cannot.
public struct OPMLDocument: Hashable, Sendable {
    /// A line that cannot be subscribed to.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The outline's place in the document, counted from 1.
        public var index: Int
        public var reason: String
        public var description: String { "outline \(index): \(reason)" }
    }

    public var subscriptions: [OPMLSubscription] = []
    public var problems: [Problem] = []
}

/// Subscription lists in and out (POD-5).
public enum OPML {
    /// The subscriptions in `bytes`, nested outlines too, each address once however it is spelled.
    ///
    /// - Throws: A ``FeedError`` when the document as a whole cannot be read.
    public static func parse(_ bytes: [UInt8], limits: FeedLimits = FeedLimits()) throws(FeedError)
        -> OPMLDocument
    {
        let handler = OPMLHandler(limit: limits.items)
        _ = try SAXParser.parse(bytes, handler: handler, limits: limits)
        return handler.document
    }

    /// A document with `subscriptions`; addresses go out without credentials (POD-15).
    public static func document(_ subscriptions: [OPMLSubscription], title: String = "Podcasts") -> String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n  <head>\n"
        text += "    <title>\(escaped(title))</title>\n  </head>\n  <body>\n"
        for subscription in subscriptions {
            let url = subscription.url.withoutCredentials
            let name = escaped(subscription.title)
            text +=
                "    <outline type=\"rss\" text=\"\(name)\" title=\"\(name)\" xmlUrl=\"\(escaped(url))\"/>\n"
        }
        return text + "  </body>\n</opml>\n"
    }

    /// Whether it would steer a terminal that shows the document, or turn what follows it around.
    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _ where scalar.value < 0x20: result += " "
            case _ where steers(scalar): result += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

private final class OPMLHandler: SAXHandler {
    var document = OPMLDocument()
    private(set) var failure: FeedError?
    private var seen: Set<URL> = []
    private var index = 0
    private let limit: Int
    var wantsText: Bool { false }

    init(limit: Int) { self.limit = limit }

    func root(_ tag: Tag, name: String) {
        if tag != .opml { failure = .notAList(root: name) }
    }

    func start(_ tag: Tag, attributes: Attributes) {
        guard tag == .outline else { return }
        index += 1
        if index > limit { failure = .tooManyItems(limit: limit) }
        let isFeed = attributes[ignoringCase: "type"]?.lowercased() == "rss"
        // Where it is of a feed, some lists have its address as that of any link.
        let address = attributes[ignoringCase: "xmlUrl"] ?? (isFeed ? attributes[ignoringCase: "url"] : nil)
        guard let address else {
            if isFeed { document.problems.append(.init(index: index, reason: "has no xmlUrl")) }
            return
        }
        guard let nowhere = URL(string: "about:blank"),
            let found = FeedURL.resolve(FeedURL.unwrapped(address), base: nowhere)
        else {
            document.problems.append(
                .init(index: index, reason: "\(address.withoutCredentials) is no http address"))
            return
        }
        let url = FeedURL.normal(found)
        guard seen.insert(url).inserted else { return }
        let title = attributes[ignoringCase: "title"] ?? attributes[ignoringCase: "text"]
        document.subscriptions.append(
            OPMLSubscription(
                url: url, title: title.map { Whitespace.collapsed($0.utf8) } ?? url.host ?? ""))
    }

    func end(_ tag: Tag) {}
    func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}
