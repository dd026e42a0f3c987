import CogGraph

/// Every row and terminal, with why it ran last.
struct Table {
    let picture: CogPicture
    private let whys: [CogPicture.Why]

    init(of picture: CogPicture) {
        self.picture = picture
        whys = picture.whys
    }

    func write(to page: inout Markup) {
        let shown = min(picture.placeCount, Most.rows)
        page.element("table") { table in
            table.element("caption") { caption in
                caption.element("h2", "Rows")
                if shown < picture.placeCount {
                    caption.element(
                        "p", ["class": "soft"],
                        "The first \(shown) of \(picture.placeCount). The picture's JSON has all of them.")
                }
            }
            table.element("thead") { head in
                head.element("tr") { row in
                    for (name, style) in Self.columns {
                        row.element("th", ["scope": "col", "class": style], name)
                    }
                }
            }
            table.element("tbody", ["id": "rows"]) { body in
                for place in 0..<shown { write(place, to: &body) }
            }
        }
    }

    private static let columns = [
        ("Name", "name"), ("Kind", "kind"), ("Value", "value"), ("Revisions", "revisions"),
        ("Kept by", "kept"),
        ("Reads", "reads"), ("Why it ran last", "why"),
    ]

    private func write(_ place: Int, to body: inout Markup) {
        let row = picture.rows.indices.contains(place) ? picture.rows[place] : nil
        let kind = picture.kind(of: place)
        let reads = (row?.reads ?? picture.terminals[place - picture.rows.count].reads)
            .filter { picture.rows.indices.contains($0) }
        let why = whys[place]
        body.element(
            "tr",
            [
                "id": "r\(place)", "class": kind.style, "data-reads": reads.asNumbers,
                "data-path": why.path.asNumbers, "data-turn": why.turn.map { "\($0)" } ?? "",
            ]
        ) { line in
            line.element("th", ["scope": "row", "class": "name"]) { cell in
                cell.element("a", ["href": "#r\(place)"]) {
                    $0.element("bdi", picture.shownName(at: place))
                }
            }
            line.element("td", ["class": "kind"]) { cell in
                cell.element("span", ["class": "badge"], kind.word)
                if let row, row.state != .settled {
                    cell.element("span", ["class": "flag"], row.state.rawValue)
                }
            }
            line.element("td", ["class": "value"]) { cell in
                if let value = row?.value { cell.element("bdi", value.cut(to: Most.value)) }
            }
            line.element("td", ["class": "revisions"]) { cell in
                if let row { cell.write("changed \(row.changedAt), checked \(row.checkedAt)") }
            }
            line.element("td", ["class": "kept"]) { cell in
                cell.list(row?.keepers ?? []) { $0.element("bdi", $1.cut(to: Most.name)) }
            }
            line.element("td", ["class": "reads"]) { cell in
                cell.list(reads) { $0.link(to: $1, in: picture) }
            }
            line.element("td", ["class": "why"]) { cell in
                cell.element("bdi", why.sentences.map { $0.cut(to: Most.sentence) }.joined(separator: " "))
            }
        }
    }
}
