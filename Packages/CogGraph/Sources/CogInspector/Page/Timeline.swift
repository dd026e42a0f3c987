import CogGraph

/// The turns in order: what each was, wrote, computed, told and ran.
struct Timeline {
    let picture: CogPicture

    func write(to page: inout Markup) {
        guard !picture.turns.isEmpty else {
            return page.element(
                "p", ["class": "soft"],
                "No history is kept here. Assemble with history: .latest(256) to see turns, and why rows ran."
            )
        }
        page.element("ol", ["id": "turns"]) { list in
            for turn in picture.turns where !(turn.number == 0 && turn.later.isEmpty) {
                write(turn, to: &list)
            }
        }
    }

    private func write(_ turn: CogPicture.Turn, to list: inout Markup) {
        let all = [turn.within, turn.later]
        list.element(
            "li",
            [
                "id": "t\(turn.number)", "data-wrote": all.flatMap(\.written).map(\.place).asNumbers,
                "data-ran": all.flatMap { $0.recomputed + $0.terminals }.map(\.place).asNumbers,
                "data-told": all.flatMap(\.noticed).asNumbers,
            ]
        ) { item in
            item.element("a", ["href": "#t\(turn.number)", "class": "turn"]) { link in
                link.element("span", ["class": "number"], "\(turn.number)")
                link.writeRaw(" ")
                link.element("bdi", turn.number == 0 ? "before the first turn" : turn.name.cut(to: Most.name))
            }
            item.element("div", ["class": "did"]) { div in
                writeOrigin(of: turn, to: &div)
                write(turn.within, later: false, to: &div)
                write(turn.later, later: true, to: &div)
            }
        }
    }

    private func writeOrigin(of turn: CogPicture.Turn, to div: inout Markup) {
        var words: [String] = []
        if turn.isSystem, turn.number > 0 { words.append("the graph's own") }
        if let cause = turn.cause { words.append("asked for by \(cause.cut(to: Most.name))") }
        if let owner = turn.owner { words.append("through \(owner.cut(to: Most.name))") }
        if turn.isUnchanged, turn.number > 0 { words.append("changed nothing") }
        if !words.isEmpty { div.element("p", ["class": "soft"], words.joined(separator: ", ")) }
    }

    private func write(_ happenings: CogPicture.Happenings, later: Bool, to div: inout Markup) {
        line(later ? "seeded after it" : "wrote", happenings.written, to: &div) { text, write in
            text.link(to: write.place, in: picture)
            if let after = write.after, write.isChange {
                let change =
                    (write.before.map { "\($0.cut(to: Most.value)) " } ?? "")
                    + "→ \(after.cut(to: Most.value))"
                text.writeRaw(" ")
                text.element("span", ["class": "value"]) { $0.element("bdi", change) }
            }
        }
        line(later ? "computed by reads after it" : "computed", happenings.recomputed, to: &div) {
            $0.link(to: $1.place, in: picture)
        }
        line("told", happenings.noticed, to: &div) { $0.link(to: $1, in: picture) }
        line(later ? "began after it" : "ran", happenings.terminals, to: &div) {
            $0.link(to: $1.place, in: picture)
        }
    }

    private func line<Element>(
        _ verb: String, _ elements: [Element], to div: inout Markup,
        _ write: (inout Markup, Element) -> Void
    ) {
        if elements.isEmpty { return }
        div.element("p") { text in
            text.element("span", ["class": "verb"], verb)
            text.writeRaw(" ")
            text.list(elements, write)
        }
    }
}
