import Foundation

@testable import CogGraph

#if canImport(FoundationXML)
    import FoundationXML
#endif

extension CogPicture.Row {
    /// A computed row, or a source where it reads nothing.
    init(
        _ label: String, key: String? = nil, value: String? = "1", reads: [Int] = [], keepers: [String] = []
    ) {
        self.init(
            label: label, key: key, kind: reads.isEmpty ? .source : .computed, state: .settled, value: value,
            changedAt: 1, checkedAt: 1, keepers: keepers, reads: reads)
    }
}

extension CogPicture {
    init(
        rows: [Row], terminals: [Terminal] = [], scopes: [Scope] = [], turns: [Turn] = []
    ) {
        self.init(rows: rows, terminals: terminals, scopes: scopes, turns: turns, gone: [])
    }
}

/// A page read as strict XML.
final class PageReader: NSObject, XMLParserDelegate {
    struct Element {
        let name: String
        let attributes: [String: String]
        /// With that of the elements in it.
        var text = ""
        let depth: Int
    }

    private(set) var elements: [Element] = []
    private var open: [Int] = []
    private(set) var problem: String?

    init(_ page: String) {
        super.init()
        // The declaration is HTML's own; what follows is XML.
        let parser = XMLParser(data: Data(page.utf8))
        parser.delegate = self
        if !parser.parse() || parser.parserError != nil {
            problem = "\(parser.parserError.map { "\($0)" } ?? "not parsed") in line \(parser.lineNumber)"
        } else if !open.isEmpty || elements.isEmpty {
            problem = "the root is not closed"
        }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes, depth: open.count))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        for place in open { elements[place].text += string }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        open.removeLast()
    }

    func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    func byID(_ id: String) -> Element? { elements.first { $0.attributes["id"] == id } }
}
