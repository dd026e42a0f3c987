import CogGraph

/// The open scopes, each in the one that opened it.
struct ScopeList {
    let picture: CogPicture
    /// The table's places of terminals, by name.
    private let places: [String: Int]

    init(of picture: CogPicture) {
        self.picture = picture
        places = Dictionary(
            picture.terminals.enumerated().map { ($0.element.name, picture.rows.count + $0.offset) },
            uniquingKeysWith: { first, _ in first })
    }

    func write(to page: inout Markup) {
        if picture.scopes.isEmpty {
            return page.element("p", ["class": "soft"], "No mechanism is installed.")
        }
        write(picture.scopes, to: &page, depth: 0)
    }

    private func write(_ scopes: [CogPicture.Scope], to page: inout Markup, depth: Int) {
        page.element("ul", ["class": "scopes"]) { list in
            for scope in scopes.prefix(Most.marked) { write(scope, to: &list, depth: depth) }
            if scopes.count > Most.marked {
                list.element("li", ["class": "soft"], "and \(scopes.count - Most.marked) more")
            }
        }
    }

    private func write(_ scope: CogPicture.Scope, to list: inout Markup, depth: Int) {
        list.element("li") { item in
            item.element("bdi", ["class": "name"], scope.name.cut(to: Most.name))
            if scope.tasks > 0 {
                item.element("span", ["class": "flag"], scope.tasks == 1 ? "1 task" : "\(scope.tasks) tasks")
            }
            if !scope.reactions.isEmpty {
                item.element("p", ["class": "soft"]) { text in
                    text.writeRaw("reacts by ")
                    text.list(scope.reactions) { text, name in
                        if let place = places[name] {
                            text.link(to: place, in: picture)
                        } else {
                            text.element("bdi", name.cut(to: Most.name))
                        }
                    }
                }
            }
            if scope.scopes.isEmpty { return }
            if depth < 32 {
                write(scope.scopes, to: &item, depth: depth + 1)
            } else {
                item.element("p", ["class": "soft"], "and \(scope.scopes.count) scopes in it")
            }
        }
    }
}
