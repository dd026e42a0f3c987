import Foundation

/// Curves over a size as one picture in SVG: a panel for each kind of cost, both axes in decades.
struct Plot {
    struct Curve {
        let name: String
        let points: [(x: Double, y: Double)]
    }

    struct Panel {
        let title: String
        let curves: [Curve]
    }

    let panels: [Panel]

    private static let (width, height) = (600.0, 450.0)
    /// Room for labels around the area with the curves; the legend is above it.
    private static let (left, right, bottom) = (92.0, 44.0, 52.0)
    private static let legendLine = 18.0
    private static let columns = 2
    /// Told apart without seeing colours well, and by their marks.
    private static let colours = ["#0072b2", "#d55e00", "#009e73", "#aa4499", "#555555"]

    var svg: String {
        let rows = (panels.count + Self.columns - 1) / Self.columns
        let size = (Self.width * Double(min(Self.columns, panels.count)), Self.height * Double(rows))
        var parts = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size.0.text) \(size.1.text)" \
            width="\(size.0.text)" height="\(size.1.text)" font-family="sans-serif" font-size="12">
            <rect width="100%" height="100%" fill="white"/>
            """
        ]
        for (index, panel) in panels.enumerated() {
            let x = Double(index % Self.columns) * Self.width
            let y = Double(index / Self.columns) * Self.height
            parts.append("<g transform=\"translate(\(x.text) \(y.text))\">")
            parts += draw(panel)
            parts.append("</g>")
        }
        return (parts + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private func draw(_ panel: Panel) -> [String] {
        let points = panel.curves.flatMap(\.points)
        guard !points.isEmpty else { return [] }
        let top = 40 + Double(panel.curves.count) * Self.legendLine + 12
        let across = LogScale(
            around: points.map(\.x), from: Self.left, to: Self.width - Self.right)
        let up = LogScale(around: points.map(\.y), from: Self.height - Self.bottom, to: top)
        return title(panel) + grid(across, up)
            + panel.curves.enumerated().flatMap { index, curve in draw(curve, index, across, up) }
    }

    private func title(_ panel: Panel) -> [String] {
        var parts = [
            "<text x=\"\(Self.left.text)\" y=\"26\" font-size=\"15\" font-weight=\"bold\">\(panel.title)</text>"
        ]
        for (index, curve) in panel.curves.enumerated() {
            let y = 40 + (Double(index) + 0.5) * Self.legendLine
            parts.append(line(Self.left, y, Self.left + 26, y, Self.colour(index), width: 2))
            parts.append(mark(index, Self.left + 13, y))
            parts.append(text(Self.left + 34, y + 4, curve.name, anchor: "start"))
        }
        return parts
    }

    private func grid(_ across: LogScale, _ up: LogScale) -> [String] {
        var parts: [String] = []
        for value in up.between {
            parts.append(line(across.start, up.place(value), across.end, up.place(value), "#f2f2f2"))
        }
        for value in across.decades {
            let x = across.place(value)
            parts.append(line(x, up.start, x, up.end, "#d0d0d0"))
            parts.append(text(x, up.start + 18, Int(value.rounded()).grouped, anchor: "middle"))
        }
        for value in up.decades {
            let y = up.place(value)
            parts.append(line(across.start, y, across.end, y, "#d0d0d0"))
            parts.append(text(across.start - 8, y + 4, Self.time(value), anchor: "end"))
        }
        parts.append(line(across.start, up.start, across.end, up.start, "#333333"))
        parts.append(line(across.start, up.start, across.start, up.end, "#333333"))
        parts.append(text((across.start + across.end) / 2, up.start + 38, "n", anchor: "middle"))
        let (x, y) = (across.start - 68, (up.start + up.end) / 2)
        parts.append(
            "<text transform=\"translate(\(x.text) \(y.text)) rotate(-90)\" text-anchor=\"middle\">time</text>"
        )
        return parts
    }

    private func draw(_ curve: Curve, _ index: Int, _ across: LogScale, _ up: LogScale) -> [String] {
        let places = curve.points.map { (x: across.place($0.x), y: up.place($0.y)) }
        let path = places.map { "\($0.x.text),\($0.y.text)" }.joined(separator: " ")
        return [
            "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(Self.colour(index))\" stroke-width=\"2\"/>"
        ] + places.map { mark(index, $0.x, $0.y) }
    }

    private static func colour(_ index: Int) -> String { colours[index % colours.count] }

    /// A circle, a square, a triangle or a diamond.
    private func mark(_ index: Int, _ x: Double, _ y: Double) -> String {
        func shape(_ corners: [(Double, Double)]) -> String {
            let path = corners.map { "\((x + $0.0).text),\((y + $0.1).text)" }.joined(separator: " ")
            return "<polygon points=\"\(path)\" fill=\"\(Self.colour(index))\"/>"
        }
        return switch index % 4 {
        case 0: "<circle cx=\"\(x.text)\" cy=\"\(y.text)\" r=\"4\" fill=\"\(Self.colour(index))\"/>"
        case 1: shape([(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)])
        case 2: shape([(0, -5), (4.5, 3.5), (-4.5, 3.5)])
        default: shape([(0, -5), (5, 0), (0, 5), (-5, 0)])
        }
    }

    private func line(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ colour: String, width: Double = 1
    ) -> String {
        "<line x1=\"\(x1.text)\" y1=\"\(y1.text)\" x2=\"\(x2.text)\" y2=\"\(y2.text)\" stroke=\"\(colour)\" "
            + "stroke-width=\"\(width.text)\"/>"
    }

    private func text(_ x: Double, _ y: Double, _ words: String, anchor: String) -> String {
        "<text x=\"\(x.text)\" y=\"\(y.text)\" text-anchor=\"\(anchor)\">\(words)</text>"
    }

    /// Nanoseconds in the unit that keeps the number short.
    static func time(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1_000: "\(nanoseconds.text) ns"
        case ..<1_000_000: "\((nanoseconds / 1_000).text) µs"
        default: "\((nanoseconds / 1_000_000).text) ms"
        }
    }
}

extension Plot {
    init(_ growth: [Growth], panels: [Series.Name: Series.Panel]) {
        self.panels = Series.Panel.allCases.compactMap { panel in
            let curves = growth.filter { panels[$0.series] == panel }.map { curve in
                Curve(
                    name: curve.series.title,
                    points: curve.points.map { (Double($0.size), $0.figure.least) })
            }
            return curves.isEmpty ? nil : Panel(title: panel.rawValue, curves: curves)
        }
    }
}

extension Double {
    /// With one digit behind the point, or none.
    fileprivate var text: String {
        self == rounded() ? String(Int(self)) : String(format: "%.1f", self)
    }
}
