import Foundation
import Testing

@testable import CogGraph
@testable import CogInspector

@Suite("The page of a picture")
struct PageTests {
    private let shop = CogPicture(
        rows: [
            .init("price", key: "apple", value: "3", keepers: ["read by subtotal"]),
            .init("subtotal", value: "3", reads: [0], keepers: ["read by total"]),
            .init("total", value: "12", reads: [1], keepers: ["boundary"]),
        ],
        terminals: [
            .init(name: "Till.print", kind: .reaction, reads: [2]),
            .init(name: "values of total", kind: .export, reads: [2]),
        ],
        scopes: [
            .init(
                name: "Till", reactions: ["Till.print"], tasks: 2,
                scopes: [.init(name: "Till.day[1]", reactions: [], tasks: 0, scopes: [])])
        ],
        turns: [
            .init(
                number: 0, name: "", cause: nil, owner: nil, isSystem: true, isUnchanged: true,
                within: .init(written: [], recomputed: [], noticed: [], terminals: []),
                later: .init(
                    written: [], recomputed: [.init(place: 2, isFirst: true, because: nil, isChange: true)],
                    noticed: [], terminals: [])),
            .init(
                number: 1, name: "add item", cause: "Till.print", owner: "Till", isSystem: false,
                isUnchanged: false,
                within: .init(
                    written: [.init(place: 0, before: "2", after: "3", isChange: true)],
                    recomputed: [
                        .init(place: 1, isFirst: false, because: 0, isChange: true),
                        .init(place: 2, isFirst: false, because: 1, isChange: true),
                    ],
                    noticed: [2], terminals: [.init(place: 3, isFirst: false, because: 2, isChange: false)]),
                later: .init(written: [], recomputed: [], noticed: [], terminals: [])),
        ])

    @Test("HIST-3: the page is whole without a script: graph, table, turns, scopes, and why each row ran")
    func structure() throws {
        let page = PageReader(shop.page(title: "Shop"))
        #expect(page.problem == nil)
        #expect(page.all("title").first?.text == "Shop")
        #expect(page.all("h1").map(\.text) == ["Shop"])
        #expect(page.byID("graph")?.attributes["role"] == "group")
        #expect(page.all("desc").count == 1)
        let boxes = page.elements.filter { $0.attributes["class"]?.hasPrefix("box ") == true }
        #expect(boxes.map { $0.attributes["href"] } == (0..<5).map { "#r\($0)" })
        let lines = page.elements.filter { $0.attributes["class"] == "line" }
        #expect(
            lines.map { "\($0.attributes["data-from"] ?? "") \($0.attributes["data-to"] ?? "")" } == [
                "0 1", "1 2", "2 3", "2 4",
            ])
        for (place, why) in shop.whys.enumerated() {
            let row = try #require(page.byID("r\(place)"))
            #expect(row.text.contains(why.description))
            #expect(row.attributes["data-path"] == why.path.map(String.init).joined(separator: " "))
        }
        #expect(page.all("th").filter { $0.attributes["scope"] == "col" }.count == 7)
        #expect(page.all("th").filter { $0.attributes["scope"] == "row" }.map(\.text).first == "price[apple]")
        let turn = try #require(page.byID("t1"))
        #expect(
            turn.text == "1 add itemasked for by Till.print, through Tillwrote price[apple] 2 → 3"
                + "computed subtotal, totaltold totalran Till.print")
        #expect(turn.attributes["data-wrote"] == "0")
        #expect(turn.attributes["data-ran"] == "1 2 3")
        #expect(turn.attributes["data-told"] == "2")
        #expect(page.byID("scopes")?.text == "ScopesTill2 tasksreacts by Till.printTill.day[1]")
    }

    @Test("HIST-3: the page asks for nothing outside, and lets in its own style and script alone")
    func closed() throws {
        let text = shop.page()
        let page = PageReader(text)
        let policy = page.all("meta").first { $0.attributes["http-equiv"] != nil }?.attributes["content"]
        #expect(policy?.hasPrefix("default-src 'none'; ") == true)
        func hash(_ name: String) throws -> String {
            let start = try #require(text.range(of: "<\(name)>"))
            let end = try #require(text.range(of: "</\(name)>"))
            return
                "'sha256-\(Data(sha256(String(text[start.upperBound..<end.lowerBound]))).base64EncodedString())'"
        }
        #expect(Data(sha256("abc")).prefix(4).map { $0 } == [0xba, 0x78, 0x16, 0xbf])
        let (style, script) = (try hash("style"), try hash("script"))
        #expect(policy?.contains("style-src \(style);") == true, "Style.hash is \(style)")
        #expect(policy?.contains("script-src \(script);") == true, "Script.hash is \(script)")
        // XML and HTML read them alike.
        #expect(!Script.text.contains { $0 == "<" || $0 == "&" })
        #expect(
            !Style.text.contains { $0 == "<" || $0 == "&" || $0 == "@" && Style.text.contains("@import") })
        let ids = page.elements.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)
        for element in page.elements {
            #expect(element.attributes["src"] == nil && element.attributes["style"] == nil)
            #expect(!element.attributes.keys.contains { $0.hasPrefix("on") })
            if let target = element.attributes["href"] {
                #expect(ids.contains(String(target.dropFirst())), "\(target)")
            }
        }
        #expect(!Style.text.contains("url(http") && !Script.text.contains("fetch"))
    }

    @Test("HIST-3: a drawing by itself is the page's, with its style, and leads nowhere")
    func alone() throws {
        let drawing = PageReader(shop.svg())
        #expect(drawing.problem == nil)
        #expect(drawing.elements.first?.name == "svg")
        #expect(drawing.all("a").isEmpty && drawing.all("script").isEmpty)
        #expect(drawing.all("style").map(\.text) == [Style.drawing])
        let page = PageReader(shop.page())
        #expect(drawing.all("text").map(\.text) == page.all("text").map(\.text))
        #expect(drawing.all("rect").map(\.attributes) == page.all("rect").map(\.attributes))
        #expect(PageReader(CogPicture(rows: []).svg()).problem == nil)
        #expect(PageReader(CogPicture(rows: []).page()).problem == nil)
    }

    @Test("HIST-3: what a script is asked for by id is there")
    func parts() {
        let page = PageReader(shop.page())
        for match in Script.text.matches(of: #/id\("([a-z]+)"\)/#) {
            #expect(page.byID(String(match.output.1)) != nil, "\(match.output.1)")
        }
    }

    @Test(
        "HIST-3: whatever names, keys, values and turns hold is text on the page, and nothing else",
        arguments: [
            "</script><script>alert(1)</script>", "]]><!-- -->", "\" onclick='x' <b>&amp;",
            "a\u{2028}b\u{2029}c",
            "nul\u{0}bell\u{7}escape\u{1b}del\u{7f}next\u{85}",
            "right\u{202e}left\u{2066}isolate\u{200b}zero",
            "line\nfeed\r\nreturn\ttab", "\u{fffe}\u{ffff}\u{1fffe}", "שלום \u{200f}עולם", "e\u{301}👩‍👩‍👧", "",
        ])
    func hostile(_ text: String) throws {
        let happenings = CogPicture.Happenings(
            written: [.init(place: 0, before: text, after: text, isChange: true)],
            recomputed: [.init(place: 9, isFirst: false, because: 8, isChange: true)], noticed: [7],
            terminals: [.init(place: 2, isFirst: false, because: 1, isChange: false)])
        let picture = CogPicture(
            rows: [
                .init(text, key: text, value: text, keepers: [text]),
                .init(text, value: text, reads: [0, 0, 5, -1]),
            ],
            terminals: [.init(name: text, kind: .reaction, reads: [1, 7])],
            scopes: [.init(name: text, reactions: [text, text + "?"], tasks: 1, scopes: [])],
            turns: [
                .init(
                    number: 4, name: text, cause: text, owner: text, isSystem: false, isUnchanged: false,
                    within: happenings, later: happenings)
            ], gone: [text])
        let page = PageReader(picture.page(title: text))
        #expect(page.problem == nil)
        let plain = PageReader(shop.page())
        #expect(page.all("script").count == plain.all("script").count)
        #expect(page.all("b").isEmpty)
        let ids = Set(page.elements.compactMap { $0.attributes["id"] })
        for target in page.elements.compactMap({ $0.attributes["href"] }) {
            #expect(ids.contains(String(target.dropFirst())), "\(target)")
        }
        var markup = Markup()
        markup.void("meta", ["content": text])
        #expect(
            PageReader(markup.text).elements.first?.attributes.keys.map { $0 }
                == (text.isEmpty ? [] : ["content"]))
        #expect(page.all("script").first?.text == Script.text)
        let ours = ["html", "head", "style", "body", "script"]
        let hidden: [Unicode.GeneralCategory] = [.control, .format, .unassigned]
        for element in page.elements where !ours.contains(element.name) {
            let shown = element.text.unicodeScalars.map(\.properties.generalCategory)
            #expect(!shown.contains { hidden.contains($0) }, "\(element)")
        }
        if text.hasPrefix("</script>") { #expect(page.byID("r0")?.text.contains(text) == true) }
        if text.hasPrefix("right") {
            #expect(page.byID("r0")?.text.contains(#"right\u{202e}left\u{2066}isolate\u{200b}zero"#) == true)
        }
    }

    @Test("HIST-3: a name or a value of a megabyte makes the page no larger than one of some hundred letters")
    func long() {
        func size(_ count: Int) -> Int {
            let text =
                String(repeating: "long", count: count) + "a" + String(repeating: "\u{301}", count: count)
            let write = CogPicture.Write(place: 0, before: text, after: text, isChange: true)
            let happenings = CogPicture.Happenings(
                written: [write], recomputed: [], noticed: [], terminals: [])
            let picture = CogPicture(
                rows: [.init(text, key: text, value: text, keepers: [text]), .init(text, reads: [0])],
                terminals: [.init(name: text, kind: .export, reads: [0])],
                scopes: [.init(name: text, reactions: [text], tasks: 0, scopes: [])],
                turns: [
                    .init(
                        number: 4, name: text, cause: text, owner: text, isSystem: true, isUnchanged: false,
                        within: happenings, later: happenings)
                ])
            return picture.page(title: text).utf8.count
        }
        let base = size(300)
        #expect(size(250_000) == base)
        #expect(base < shop.page().utf8.count + 30_000)
    }

    @Test("HIST-3: a page of 10,000 rows draws those around what ran last, and grows with the rows alone")
    func large() {
        func picture(_ count: Int, hub: Bool) -> CogPicture {
            var chance = Chance(seed: 1)
            let rows = (0..<count).map { place in
                CogPicture.Row(
                    "row", key: "\(place)",
                    reads: place < 10 ? [] : hub ? [0, place - 1] : [chance.number(below: place)],
                    keepers: (0..<(hub && place == 0 ? count : 2)).map { "read by row[\($0)]" })
            }
            let runs = (0..<count).map {
                CogPicture.Run(place: $0, isFirst: $0 < 10, because: $0 < 10 ? nil : 0, isChange: true)
            }
            let all = CogPicture.Happenings(
                written: [.init(place: 0, before: "1", after: "2", isChange: true)], recomputed: runs,
                noticed: Array(0..<count), terminals: [])
            let turns = (1...20).map { number in
                CogPicture.Turn(
                    number: UInt64(number), name: "turn", cause: nil, owner: nil, isSystem: false,
                    isUnchanged: false,
                    within: all, later: .init(written: [], recomputed: [], noticed: [], terminals: []))
            }
            return CogPicture(rows: rows, turns: turns)
        }
        for hub in [false, true] {
            let sizes = [1_000, 2_000, 4_000].map { picture($0, hub: hub).page().utf8.count }
            #expect(sizes[2] - sizes[1] < (sizes[1] - sizes[0]) * 23 / 10, "\(sizes)")
            #expect(sizes[2] < 4_000 * 1_200, "\(sizes)")
        }
        let page = PageReader(picture(10_000, hub: false).page(around: 77))
        #expect(page.problem == nil)
        let boxes = page.elements.filter { $0.attributes["class"]?.hasPrefix("box ") == true }
        #expect(boxes.count == Most.boxes)
        #expect(boxes.contains { $0.attributes["data-place"] == "77" })
        #expect(page.byID("r9999") != nil)
        #expect(page.byID("part")?.text.hasPrefix("400 of 10000 are drawn") == true)
    }

    @Test("HIST-3: beyond 20,000 rows the table says how many it leaves out")
    func huge() {
        let picture = CogPicture(rows: (0..<20_500).map { .init("row", key: "\($0)") })
        let page = picture.page()
        #expect(page.contains("The first 20000 of 20500."))
        #expect(!page.contains("id=\"r20000\""))
        #expect(page.contains("id=\"r19999\""))
    }
}
