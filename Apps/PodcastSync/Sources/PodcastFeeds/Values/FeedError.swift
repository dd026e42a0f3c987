/// Why a document could not be read as a feed or an outline.
public enum FeedError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case html
    case notXML
    case notAFeed(root: String)
    /// A subscription list was asked for.
    case notAList(root: String)
    case truncated(line: Int)
    case malformed(line: Int, reason: String)
    case tooDeep(limit: Int)
    case tooLarge(bytes: Int, limit: Int)
    case tooManyAttributes(limit: Int)
    case markupTooLong(limit: Int)
    case tooManyItems(limit: Int)
    /// Different names of elements, attributes and namespaces.
    case tooManyNames(limit: Int)
    /// Relative addresses, each made whole with a long one.
    case addressesTooLong(limit: Int)

    public var description: String {
        switch self {
        case .empty: "the document is empty; try again later"
        case .html: "an HTML page instead of a feed; look for the feed's own address on that page"
        case .notXML: "not XML; check the address"
        case .notAFeed(let root) where root.lowercased() == "opml":
            "a subscription list and no feed; save it, and give it to podcast-sync import"
        case .notAFeed(let root): "the root <\(root)> is neither RSS nor Atom; check the address"
        case .notAList(let root) where ["rss", "rdf", "rdf:rdf", "feed"].contains(root.lowercased()):
            "a feed and no subscription list; give its address to podcast-sync subscribe"
        case .notAList(let root): "the root <\(root)> is not OPML; give a subscription list"
        case .truncated(let line): "cut off at line \(line); try again later"
        case .malformed(let line, let reason): "broken XML at line \(line): \(reason)"
        case .tooDeep(let limit): "elements nest deeper than \(limit)"
        case .tooLarge(let bytes, let limit): "\(bytes) bytes are over the limit of \(limit)"
        case .tooManyAttributes(let limit): "an element has more than \(limit) attributes"
        case .markupTooLong(let limit): "a tag is longer than \(limit) bytes"
        case .tooManyItems(let limit): "more than \(limit) items"
        case .tooManyNames(let limit): "more than \(limit) bytes of different names"
        case .addressesTooLong(let limit):
            "its relative addresses are more than \(limit) bytes when made whole"
        }
    }
}
