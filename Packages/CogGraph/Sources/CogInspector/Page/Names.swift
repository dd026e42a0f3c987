import CogGraph

/// How much of what is not ours a page shows, so that its size goes with the number of rows and turns alone.
enum Most {
    /// Scalars of a name, a value, and a sentence.
    static let (name, value, sentence) = (120, 300, 600)
    /// Names in a list, and places that a mark knows.
    static let (listed, marked) = (24, 1_000)
    /// Rows in the table, and boxes in the drawing.
    static let (rows, boxes) = (20_000, 400)
}

extension CogPicture {
    var placeCount: Int { rows.count + terminals.count }

    func shownName(at place: Int) -> String { (name(at: place) ?? "something unknown").cut(to: Most.name) }

    /// What the rows and terminals read, from rows that there are.
    var readings: [LayoutGraph.Arrow] {
        let lists = rows.map(\.reads) + terminals.map(\.reads)
        return lists.enumerated().flatMap { reader, reads in
            reads.filter { rows.indices.contains($0) }.map { LayoutGraph.Arrow(from: $0, to: reader) }
        }
    }
}

extension Markup {
    /// A name that leads to its row, if it lives and the page has it.
    mutating func link(to place: Int, in picture: CogPicture) {
        let name = picture.shownName(at: place)
        if place < min(picture.placeCount, Most.rows) {
            element("a", ["href": "#r\(place)"]) { $0.element("bdi", name) }
        } else {
            element("bdi", name)
        }
    }

    /// The first so many, and how many more there are.
    mutating func list<Elements: Collection>(
        _ elements: Elements, _ write: (inout Markup, Elements.Element) -> Void
    ) {
        for (number, element) in elements.prefix(Most.listed).enumerated() {
            if number > 0 { writeRaw(", ") }
            write(&self, element)
        }
        if elements.count > Most.listed { writeRaw(" and \(elements.count - Most.listed) more") }
    }
}

extension Sequence<Int> {
    /// As a script reads them.
    var asNumbers: String { prefix(Most.marked).map(String.init).joined(separator: " ") }
}
