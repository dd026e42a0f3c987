internal import CLibXML2
import Foundation

/// What a document's events go to.
protocol SAXHandler: AnyObject {
    /// Comes once, before the start of that element.
    func root(_ tag: Tag, name: String)
    func start(_ tag: Tag, attributes: Attributes)
    func end(_ tag: Tag)
    var wantsText: Bool { get }
    func text(_ bytes: UnsafeBufferPointer<UInt8>)
    /// Set by the handler to stop the parse.
    var failure: FeedError? { get }
}

/// libxml2's push interface, fed by the sanitizer; the one place with C callbacks.
final class SAXParser {
    private let handler: any SAXHandler
    private let limits: FeedLimits
    private var tags: [QualifiedName: Tag] = [:]
    private var depth = 0
    private var opened = false
    private var failure: FeedError?

    private init(handler: any SAXHandler, limits: FeedLimits) {
        self.handler = handler
        self.limits = limits
    }

    /// Runs `handler` over a whole document and returns what had to be mended.
    static func parse(_ input: [UInt8], handler: any SAXHandler, limits: FeedLimits) throws(FeedError)
        -> [String]
    {
        guard input.count <= limits.bytes else { throw .tooLarge(bytes: input.count, limit: limits.bytes) }
        guard input.contains(where: { $0 > 0x20 }) else { throw .empty }
        let text = TextEncoding(input)
        // Only the very beginning: a feed may quote a page further on.
        let head = String(decoding: text.bytes.prefix(512), as: UTF8.self).lowercased().drop { $0 != "<" }
        if head.hasPrefix("<!doctype html") || head.hasPrefix("<html") { throw .html }
        guard text.bytes.contains(UInt8(ascii: "<")) else { throw .notXML }
        let parser = SAXParser(handler: handler, limits: limits)
        return try parser.run(text)
    }

    private func run(_ text: TextEncoding) throws(FeedError) -> [String] {
        xmlInitParser()
        var callbacks = Self.callbacks()
        // The context does not outlive this call, and neither does its pointer to what borrows self.
        let link = UnsafeMutablePointer<Link>.allocate(capacity: 1)
        link.initialize(to: Link(parser: self))
        defer { link.deallocate() }
        guard let context = xmlCreatePushParserCtxt(&callbacks, link, nil, 0, nil) else { throw .notXML }
        defer { xmlFreeParserCtxt(context) }
        // NOENT makes attribute values arrive with `&amp;` resolved; no declared entity gets this far.
        let options = [
            XML_PARSE_NOENT, XML_PARSE_NONET, XML_PARSE_NOERROR, XML_PARSE_NOWARNING, XML_PARSE_HUGE,
        ].reduce(0) { $0 | $1.rawValue }
        _ = xmlCtxtUseOptions(context, Int32(options))
        // The table of names does not grow beyond a size: with many names each is looked for among many.
        xmlDictSetLimit(context.pointee.dict, limits.nameBytes)
        var sanitizer = Sanitizer(limits: limits)
        do {
            try text.bytes.withUnsafeBufferPointer { (bytes) throws(FeedError) in
                try sanitizer.run(bytes) { (piece) throws(FeedError) in try self.feed(context, piece) }
            }
        }
        if opened, depth > 0 { throw .truncated(line: 1 + text.bytes.count { $0 == 0x0A }) }
        guard xmlParseChunk(context, nil, 0, 1) == 0 else { throw reason(context) }
        guard opened else { throw .notXML }
        return text.warnings + sanitizer.warnings
    }

    private func feed(_ context: xmlParserCtxtPtr, _ piece: [UInt8]) throws(FeedError) {
        let code = piece.withUnsafeBytes { raw in
            xmlParseChunk(context, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(raw.count), 0)
        }
        if let failure { throw failure }
        // A name for which there is no room is otherwise told as one that is missing.
        guard xmlDictGetUsage(context.pointee.dict) <= limits.nameBytes else {
            throw .tooManyNames(limit: limits.nameBytes)
        }
        guard code == 0 || context.pointee.wellFormed != 0 else { throw reason(context) }
    }

    private func reason(_ context: xmlParserCtxtPtr) -> FeedError {
        let error = context.pointee.lastError
        guard opened else { return .notXML }
        let message = error.message.map { String(cString: $0) } ?? "unreadable"
        return .malformed(line: Int(error.line), reason: Whitespace.collapsed(message.utf8))
    }

    private func started(
        _ name: UnsafePointer<xmlChar>, _ uri: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
        _ attributes: Attributes
    ) {
        // The first failure counts, however much of the document came with it.
        guard failure == nil else { return }
        depth += 1
        guard depth <= limits.depth else {
            failure = .tooDeep(limit: limits.depth)
            return
        }
        let tag = tag(name, uri, prefix)
        if !opened { handler.root(tag, name: String(cString: name)) }
        opened = true
        if handler.failure == nil { handler.start(tag, attributes: attributes) }
        failure = handler.failure
    }

    private func ended(
        _ name: UnsafePointer<xmlChar>, _ uri: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?
    ) {
        guard failure == nil else { return }
        depth -= 1
        handler.end(tag(name, uri, prefix))
        failure = handler.failure
    }

    /// libxml2 hands out one pointer for each name of a document, so a tag is looked up once.
    private func tag(
        _ name: UnsafePointer<xmlChar>, _ uri: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?
    ) -> Tag {
        // The prefix too: all that tells an undeclared one from none.
        let key = QualifiedName(name: name, uri: uri, prefix: prefix)
        if let known = tags[key] { return known }
        let tag = Tag(
            name: String(cString: name), uri: uri.map { String(cString: $0) },
            prefix: prefix.map { String(cString: $0) })
        tags[key] = tag
        return tag
    }

    private static func callbacks() -> xmlSAXHandler {
        var sax = xmlSAXHandler()
        sax.initialized = UInt32(XML_SAX2_MAGIC)
        sax.startElementNs = { me, name, prefix, uri, _, _, count, _, attributes in
            guard let link = me?.assumingMemoryBound(to: Link.self), let name else { return }
            let parser = link.pointee.parser
            parser.started(name, uri, prefix, Attributes(base: attributes, count: Int(count)))
            link.pointee.wantsText = parser.handler.wantsText
        }
        sax.endElementNs = { me, name, prefix, uri in
            guard let link = me?.assumingMemoryBound(to: Link.self), let name else { return }
            let parser = link.pointee.parser
            parser.ended(name, uri, prefix)
            link.pointee.wantsText = parser.handler.wantsText
        }
        sax.characters = { me, bytes, count in
            guard let link = me?.assumingMemoryBound(to: Link.self), let bytes else { return }
            guard link.pointee.wantsText else { return }
            link.pointee.parser.handler.text(UnsafeBufferPointer(start: bytes, count: Int(count)))
        }
        sax.cdataBlock = sax.characters
        return sax
    }
}

/// What the callbacks are given: most of them are told of text that nobody wants, and end here, without a count
/// of who holds the parser.
private struct Link {
    unowned(unsafe) let parser: SAXParser
    var wantsText = false
}

/// A name by the addresses of its parts.
private struct QualifiedName: Hashable {
    let name: UnsafePointer<xmlChar>
    let uri: UnsafePointer<xmlChar>?
    let prefix: UnsafePointer<xmlChar>?
}
