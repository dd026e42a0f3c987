public import CogGraph

extension CogPicture {
    /// The picture as one HTML page: the graph, the turns, and why each row ran last (HIST-3).
    ///
    ///     let page = cogs.inspect().page(title: "Shop")
    ///     try page.write(toFile: "cogs.html", atomically: true, encoding: .utf8)
    ///
    /// The page needs nothing but itself, and asks no network for anything: its policy lets its own style and
    /// script in, by their hashes, and nothing else. Without a script it is read from top to bottom; with one,
    /// rows and turns are picked, and the graph is moved. It is well-formed as XML, too.
    ///
    /// Whatever the picture holds is escaped, and cut where it is long. The graph is drawn whole up to 400 rows
    /// and terminals, and else around one; the table has the first 20,000. The same picture makes the same
    /// page.
    ///
    /// - Parameters:
    ///   - title: Names what the picture is of.
    ///   - place: What a large graph is drawn around; what the latest turn ran unless given.
    /// - Returns: The page, to be written as UTF-8.
    /// - Complexity: O(rows, dependencies, and what the turns did), times a logarithm for what is drawn.
    public func page(title: String = "Cogs", around place: Int? = nil) -> String {
        var page = Markup()
        page.writeRaw("<!DOCTYPE html>\n")
        page.element("html", ["lang": "en", "xmlns": "http://www.w3.org/1999/xhtml"]) { html in
            html.element("head") { writeHead(to: &$0, title) }
            html.element("body") { body in
                let drawing = Drawing(of: self, around: place)
                writeHeader(to: &body, title)
                body.element("main") { main in
                    writeGraph(drawing, to: &main)
                    main.element("aside", ["id": "aside"]) { writeAside(to: &$0) }
                    main.element("section", ["id": "table", "aria-label": "Rows", "tabindex": "0"]) {
                        Table(of: self).write(to: &$0)
                    }
                    main.element("section", ["id": "scopes"]) { section in
                        section.element("h2", "Scopes")
                        ScopeList(of: self).write(to: &section)
                    }
                }
                body.element("script") { $0.writeRaw(Script.text) }
            }
        }
        page.writeRaw("\n")
        return page.text
    }

    /// The graph alone, as an SVG document that may stand in any page: drawn as on `page(title:around:)`, whole
    /// or around a place, in light or dark as its reader prefers.
    public func svg(around place: Int? = nil) -> String {
        var drawing = Markup()
        Drawing(of: self, around: place).write(to: &drawing, isAlone: true)
        return drawing.text + "\n"
    }

    private func writeHead(to head: inout Markup, _ title: String) {
        head.void("meta", ["charset": "utf-8"])
        head.void(
            "meta",
            [
                "http-equiv": "Content-Security-Policy",
                "content": "default-src 'none'; style-src '\(Style.hash)'; script-src '\(Script.hash)'; "
                    + "base-uri 'none'; form-action 'none'",
            ])
        head.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        head.void("meta", ["name": "color-scheme", "content": "light dark"])
        head.element("title", title.cut(to: Most.name))
        head.element("style") { $0.writeRaw(Style.text) }
    }

    private func writeHeader(to body: inout Markup, _ title: String) {
        body.element("header") { header in
            header.element("h1") { $0.element("bdi", title.cut(to: Most.name)) }
            header.element("p", ["class": "soft"], summary)
            header.element("p", ["id": "tools", "hidden": "hidden"]) { tools in
                tools.element("label", ["for": "filter"], "Filter")
                tools.void(
                    "input",
                    [
                        "id": "filter", "type": "search", "placeholder": "part of a name",
                        "autocomplete": "off",
                    ])
                tools.element("span", ["id": "found", "role": "status"], "")
            }
        }
    }

    private var summary: String {
        func count(_ number: Int, _ one: String, _ many: String) -> String {
            "\(number) \(number == 1 ? one : many)"
        }
        var words = [
            count(rows.count, "row", "rows"),
            count(readings.count, "dependency", "dependencies"),
            count(terminals.filter { $0.kind == .reaction }.count, "reaction", "reactions"),
        ]
        let exports = terminals.filter { $0.kind == .export }.count
        if exports > 0 { words.append(count(exports, "sequence", "sequences")) }
        let numbers = turns.map(\.number).filter { $0 > 0 }
        if let first = numbers.first, let last = numbers.last {
            words.append(first == last ? "turn \(first)" : "turns \(first) to \(last)")
        }
        return words.joined(separator: " · ")
    }

    private func writeGraph(_ drawing: Drawing, to main: inout Markup) {
        main.element("section", ["id": "view", "aria-label": "Graph"]) { section in
            if !drawing.isWhole {
                section.element(
                    "p", ["id": "part", "class": "soft"],
                    "\(drawing.places.count) of \(placeCount) are drawn, the nearest to what ran last. The table has "
                        + "the others; one that is picked there is drawn with its neighbours.")
            }
            section.element("div", ["id": "frame", "tabindex": "0", "aria-label": "Graph, scrolls"]) {
                drawing.write(to: &$0)
            }
            section.element("ul", ["id": "legend"]) { list in
                for (style, word) in Self.legend { list.element("li", ["class": style], word) }
            }
            section.element("p", ["id": "zoom", "hidden": "hidden"]) { tools in
                for (id, sign, name) in Self.buttons {
                    tools.element(
                        "button", ["id": id, "type": "button", "title": name, "aria-label": name], sign)
                }
            }
        }
    }

    private static var legend: [(String, String)] {
        [
            ("source", "source"), ("computed", "computed"), ("status", "status of async state"),
            ("terminal", "reaction or sequence"),
        ]
    }

    private static var buttons: [(String, String, String)] {
        [("closer", "+", "Closer (+)"), ("farther", "−", "Farther (−)"), ("fit", "Fit", "Show all (0)")]
    }

    private func writeAside(to aside: inout Markup) {
        aside.element("div", ["id": "why", "aria-live": "polite", "hidden": "hidden"], "")
        aside.element(
            "p", ["id": "hint", "class": "soft", "hidden": "hidden"],
            "Pick a row to see why it ran last, or a turn to see what it did. Drag and scroll to move; [ and ] step "
                + "through the turns, / filters, Esc clears.")
        aside.element("h2", "Turns")
        Timeline(picture: self).write(to: &aside)
    }
}
