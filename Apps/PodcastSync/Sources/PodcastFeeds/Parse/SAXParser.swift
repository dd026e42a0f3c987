internal import CLibXML2
import Foundation

/// What a document's events go to.
protocol SAXHandler: AnyObject {
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
        // The context does not outlive this call, and neither does its borrowed pointer to self.
        let me = Unmanaged.passUnretained(self).toOpaque()
        guard let context = xmlCreatePushParserCtxt(&callbacks, me, nil, 0, nil) else { throw .notXML }
        defer { xmlFreeParserCtxt(context) }
        // NOENT makes attribute values arrive with `&amp;` resolved; no declared entity gets this far.
        let options = [
            XML_PARSE_NOENT, XML_PARSE_NONET, XML_PARSE_NOERROR, XML_PARSE_NOWARNING, XML_PARSE_HUGE,
        ].reduce(0) { $0 | $1.rawValue }
        _ = xmlCtxtUseOptions(context, Int32(options))
        var sanitizer = Sanitizer(limits: limits)
        do {
            try text.bytes.withUnsafeBufferPointer { (bytes) throws(FeedError) in
                try sanitizer.run(bytes) { (piece) throws(FeedError) in try self.feed(context, piece) }
            }
        }
        if opened, depth > 0 { throw .truncated(line: Int(xmlSAX2GetLineNumber(context))) }
        guard xmlParseChunk(context, nil, 0, 1) == 0 else { throw reason(context) }
        guard opened else { throw .notXML }
        return text.warnings + sanitizer.warnings
    }

    private func feed(_ context: xmlParserCtxtPtr, _ piece: [UInt8]) throws(FeedError) {
        let code = piece.withUnsafeBytes { raw in
            xmlParseChunk(context, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(raw.count), 0)
        }
        if let failure = failure ?? handler.failure { throw failure }
        guard code == 0 || context.pointee.wellFormed != 0 else { throw reason(context) }
    }

    private func reason(_ context: xmlParserCtxtPtr) -> FeedError {
        let error = context.pointee.lastError
        guard opened else { return .notXML }
        let message = error.message.map { String(cString: $0) } ?? "unreadable"
        return .malformed(line: Int(error.line), reason: message.trimming(while: \.isWhitespace))
    }

    private func started(
        _ name: UnsafePointer<xmlChar>, _ uri: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
        _ attributes: Attributes
    ) {
        guard failure == nil else { return }
        opened = true
        depth += 1
        if depth > limits.depth {
            failure = .tooDeep(limit: limits.depth)
        } else {
            handler.start(tag(name, uri, prefix), attributes: attributes)
        }
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
            guard let me, let name else { return }
            let parser = Unmanaged<SAXParser>.fromOpaque(me).takeUnretainedValue()
            parser.started(name, uri, prefix, Attributes(base: attributes, count: Int(count)))
        }
        sax.endElementNs = { me, name, prefix, uri in
            guard let me, let name else { return }
            let parser = Unmanaged<SAXParser>.fromOpaque(me).takeUnretainedValue()
            parser.depth -= 1
            if parser.failure == nil { parser.handler.end(parser.tag(name, uri, prefix)) }
        }
        sax.characters = { me, bytes, count in
            guard let me, let bytes else { return }
            let parser = Unmanaged<SAXParser>.fromOpaque(me).takeUnretainedValue()
            if parser.handler.wantsText {
                parser.handler.text(UnsafeBufferPointer(start: bytes, count: Int(count)))
            }
        }
        sax.cdataBlock = sax.characters
        return sax
    }
}

/// A name by the addresses of its parts.
private struct QualifiedName: Hashable {
    let name: UnsafePointer<xmlChar>
    let uri: UnsafePointer<xmlChar>?
    let prefix: UnsafePointer<xmlChar>?
}
