import Foundation
import Testing

@testable import cog_bench

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("The picture")
struct PlotTests {
    @Test("A scale reaches over whole decades, each equally long")
    func scale() {
        let scale = LogScale(around: [20, 4_000], from: 0, to: 300)
        #expect((scale.first, scale.last) == (1, 4))
        #expect(abs(scale.place(10)) < 1e-9)
        #expect(abs(scale.place(100) - 100) < 1e-9)
        #expect(abs(scale.place(10_000) - 300) < 1e-9)
        #expect(scale.decades.map { Int($0.rounded()) } == [10, 100, 1_000, 10_000])
        #expect(scale.between.count == 24)
    }

    @Test("A value on a decade makes no room beyond it, and one value alone has a decade")
    func edges() {
        let exact = LogScale(around: [1_000, 1_000_000], from: 0, to: 1)
        #expect((exact.first, exact.last) == (3, 6))
        let one = LogScale(around: [1_000], from: 0, to: 1)
        #expect((one.first, one.last) == (3, 4))
    }

    @Test("An axis may run upwards")
    func up() {
        let scale = LogScale(around: [1, 100], from: 400, to: 0)
        #expect(abs(scale.place(10) - 200) < 1e-9)
    }

    @Test("The picture is XML with each curve's name once, and all of it inside its frame")
    func picture() throws {
        let points = [(x: 1_000.0, y: 30.0), (x: 1_000_000.0, y: 4_500.0)]
        let plot = Plot(panels: [
            .init(
                title: "First",
                curves: [.init(name: "flat", points: points), .init(name: "steep", points: points)]),
            .init(title: "Second", curves: [.init(name: "lone", points: points)]),
            .init(title: "Third", curves: []),
        ])
        let reader = Reader()
        let parser = XMLParser(data: Data(plot.svg.utf8))
        parser.delegate = reader
        #expect(parser.parse())
        for name in ["First", "Second", "flat", "steep", "lone"] {
            #expect(reader.texts.filter { $0 == name }.count == 1, "\(name)")
        }
        #expect(reader.texts.contains("1,000,000"))
        #expect(reader.texts.contains("10 µs"))
        #expect(reader.curves.count == 3)
        let box = try #require(reader.size)
        for curve in reader.curves {
            for point in curve {
                #expect((0...box.x / 2).contains(point.x) && (0...box.y / 2).contains(point.y))
            }
        }
    }

    @Test("Times are told in the unit that keeps them short")
    func times() {
        #expect(
            [1, 100, 1_000, 100_000, 1_000_000].map(Plot.time) == [
                "1 ns", "100 ns", "1 µs", "100 µs", "1 ms",
            ])
    }

    /// What a reader of the picture sees.
    private final class Reader: NSObject, XMLParserDelegate {
        var texts: [String] = []
        var curves: [[(x: Double, y: Double)]] = []
        var size: (x: Double, y: Double)?
        private var text: String?

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String] = [:]
        ) {
            switch name {
            case "svg":
                guard let width = attributes["width"].flatMap(Double.init),
                    let height = attributes["height"].flatMap(Double.init)
                else { return }
                size = (width, height)
            case "text": text = ""
            case "polyline":
                let pairs = (attributes["points"] ?? "").split(separator: " ")
                curves.append(
                    pairs.map { pair in
                        let numbers = pair.split(separator: ",").compactMap { Double($0) }
                        return (numbers[0], numbers[1])
                    })
            default: break
            }
        }

        func parser(_ parser: XMLParser, foundCharacters characters: String) { text?.append(characters) }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) {
            if let text { texts.append(text) }
            text = nil
        }
    }
}
