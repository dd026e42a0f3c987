public import Foundation

/// Reads RSS 2.0, RSS 1.0 and Atom as people publish them (POD-5).
public enum FeedParser {
    /// The feed in `bytes`.
    ///
    /// Nothing is loaded from elsewhere and no declaration of the document is used (POD-7).
    ///
    /// - Parameters:
    ///   - bytes: The whole body as it came.
    ///   - finalURL: Where it came from after redirects; relative addresses start there (POD-6).
    ///   - limits: What the document may ask for.
    /// - Throws: A ``FeedError`` when it cannot be read; a feed without items is a feed.
    /// - Complexity: O(n), with the items and one chunk held beside the input.
    public static func parse(
        _ bytes: [UInt8], finalURL: URL, limits: FeedLimits = FeedLimits()
    ) throws(FeedError) -> ParsedFeed {
        let handler = FeedHandler(finalURL: finalURL, limits: limits)
        var warnings = try SAXParser.parse(bytes, handler: handler, limits: limits)
        guard let format = handler.format else { throw .notXML }
        let items = distinct(handler.items, &warnings)
        if items.isEmpty { warnings.append("the feed has no items") }
        if handler.title == nil { warnings.append("the feed has no title") }
        return ParsedFeed(
            format: format, title: handler.title ?? finalURL.host ?? "Untitled",
            isUntitled: handler.title == nil, items: items,
            warnings: warnings, newFeedURL: handler.newFeedURL, podcastGUID: handler.podcastGUID,
            ttlMinutes: handler.ttl, updateMinutes: handler.updateMinutes, nextPage: handler.nextPage)
    }

    /// The feed in `data`; see ``parse(_:finalURL:limits:)-([UInt8],_,_)``.
    public static func parse(
        _ data: Data, finalURL: URL, limits: FeedLimits = FeedLimits()
    ) throws(FeedError) -> ParsedFeed {
        try parse([UInt8](data), finalURL: finalURL, limits: limits)
    }

    /// One item for each identity: of two the newer by date, of two without one the first (POD-1).
    private static func distinct(_ drafts: [ItemDraft], _ warnings: inout [String]) -> [ParsedItem] {
        var items: [ParsedItem] = []
        var places: [String: Int] = [:]
        var untitled = 0
        var unknown = 0
        var doubled = 0
        for draft in drafts {
            guard let (item, hadTitle) = draft.finished() else {
                unknown += 1
                continue
            }
            if !hadTitle { untitled += 1 }
            if let place = places[item.identity] {
                doubled += 1
                let old = items[place].published ?? .distantPast
                if item.published ?? .distantPast > old { items[place] = item }
            } else {
                places[item.identity] = items.count
                items.append(item)
            }
        }
        if untitled > 0 { warnings.append("items without a title: \(untitled)") }
        if unknown > 0 { warnings.append("items that nothing tells apart were passed over: \(unknown)") }
        if doubled > 0 { warnings.append("items whose identity came twice: \(doubled)") }
        return items
    }
}
