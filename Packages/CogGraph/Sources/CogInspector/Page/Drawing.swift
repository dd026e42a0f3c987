import CogGraph

/// The graph, or the part of it around one place, as a drawing.
struct Drawing {
    private let picture: CogPicture
    /// The places that are drawn, in their order.
    let places: [Int]
    let layout: Layout

    /// - Parameter focus: What to draw around where not everything is drawn; what ran last unless given.
    init(of picture: CogPicture, around focus: Int?) {
        self.picture = picture
        let readings = picture.readings
        places = Self.places(of: picture, around: focus, readings)
        let numbers = Dictionary(uniqueKeysWithValues: zip(places, places.indices))
        layout = Layout(
            LayoutGraph(
                sizes: places.map { Self.size(of: $0, in: picture) },
                arrows: readings.compactMap { reading in
                    guard let from = numbers[reading.from], let to = numbers[reading.to] else { return nil }
                    return LayoutGraph.Arrow(from: from, to: to)
                }))
    }

    var isWhole: Bool { places.count == picture.placeCount }

    /// All, or those that the fewest steps lead to.
    private static func places(
        of picture: CogPicture, around focus: Int?, _ readings: [LayoutGraph.Arrow]
    ) -> [Int] {
        let count = picture.placeCount
        if count <= Most.boxes { return Array(0..<count) }
        var neighbours = [[Int]](repeating: [], count: count)
        for reading in readings {
            neighbours[reading.from].append(reading.to)
            neighbours[reading.to].append(reading.from)
        }
        var seen: Set<Int> = []
        var queue: [Int] = []
        func meet(_ place: Int) {
            if queue.count < Most.boxes, seen.insert(place).inserted { queue.append(place) }
        }
        let starts = focus.map { [$0] } ?? latest(of: picture)
        var head = 0
        for start in starts + Array(0..<count) where start >= 0 && start < count && queue.count < Most.boxes {
            meet(start)
            while head < queue.count {
                // Of a place that half the graph reads a few show what it is.
                for next in neighbours[queue[head]].prefix(Most.listed) { meet(next) }
                head += 1
            }
        }
        return queue.sorted()
    }

    /// What the latest turn that did anything to what lives wrote and ran.
    private static func latest(of picture: CogPicture) -> [Int] {
        for turn in picture.turns.reversed() {
            let did = turn.within
            let places = (did.terminals.map(\.place) + did.written.map(\.place) + did.recomputed.map(\.place))
                .filter { $0 < picture.placeCount }
            if !places.isEmpty { return places }
        }
        return []
    }

    private static let (longestName, longestValue) = (28, 32)

    private static func size(of place: Int, in picture: CogPicture) -> LayoutGraph.Size {
        let name = picture.shownName(at: place).cut(to: longestName)
        let value = value(of: place, in: picture)
        let width = max(name.width * 15 / 2, (value ?? "").width * 13 / 2) + 30
        return LayoutGraph.Size(width: min(max(width, 96), 260), height: value == nil ? 32 : 46)
    }

    private static func value(of place: Int, in picture: CogPicture) -> String? {
        picture.rows.indices.contains(place) ? picture.rows[place].value?.cut(to: longestValue) : nil
    }

    /// - Parameter isAlone: Whether it is no part of a page: it brings its style, and leads nowhere.
    func write(to page: inout Markup, isAlone: Bool = false) {
        let (width, height) = (max(layout.size.width, 1), max(layout.size.height, 1))
        page.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "id": "graph", "role": "group",
                "aria-labelledby": "graph-title graph-text", "viewBox": "0 0 \(width) \(height)",
                "width": "\(width)", "height": "\(height)",
            ]
        ) { svg in
            svg.element("title", ["id": "graph-title"], "The graph")
            svg.element("desc", ["id": "graph-text"], summary)
            if isAlone { svg.element("style") { $0.writeRaw(Style.drawing) } }
            svg.element("defs") { defs in
                defs.element(
                    "marker",
                    [
                        "id": "tip", "viewBox": "0 0 8 8", "refX": "7", "refY": "4", "markerWidth": "7",
                        "markerHeight": "7", "orient": "auto",
                    ]
                ) { $0.void("path", ["d": "M0.5 0.5 7 4 0.5 7.5"]) }
            }
            svg.element("g", ["id": "lines"]) { group in
                for line in layout.lines { write(line, to: &group) }
            }
            svg.element("g", ["id": "boxes"]) { group in
                for (number, place) in places.enumerated() {
                    write(place, layout.boxes[number], to: &group, isAlone: isAlone)
                }
            }
        }
    }

    private var summary: String {
        "Values go from the left to the right: from sources through what is computed of them to the reactions "
            + "and sequences that read it. The table below says the same in words."
    }

    private func write(_ line: Layout.Line, to group: inout Markup) {
        var points = line.points[...]
        guard let start = points.popFirst() else { return }
        var path = "M\(start.x) \(start.y)"
        var last = start
        var isLevel = false
        for point in points {
            let middle = (last.x + point.x) / 2
            path +=
                isLevel
                ? "H\(point.x)" : "C\(middle) \(last.y) \(middle) \(point.y) \(point.x) \(point.y)"
            isLevel.toggle()
            last = point
        }
        let (from, to) = (places[line.arrow.from], places[line.arrow.to])
        group.void("path", ["class": "line", "data-from": "\(from)", "data-to": "\(to)", "d": path])
    }

    private func write(_ place: Int, _ box: Layout.Box, to group: inout Markup, isAlone: Bool) {
        let name = picture.shownName(at: place)
        let value = Self.value(of: place, in: picture)
        let kind = picture.kind(of: place)
        let (x, y, size) = (box.origin.x, box.origin.y, box.size)
        let target = isAlone ? "" : "#r\(place)"
        group.element(
            isAlone ? "g" : "a", ["href": target, "class": "box \(kind.style)", "data-place": "\(place)"]
        ) { link in
            link.element("title", "\(name): \(kind.word)" + (value.map { ", \($0)" } ?? ""))
            link.void(
                "rect",
                [
                    "x": "\(x)", "y": "\(y)", "width": "\(size.width)", "height": "\(size.height)",
                    "rx": kind.isEnd ? "3" : "9",
                ])
            link.void(
                "path", ["class": "kind", "d": "M\(x + 9) \(y + 9)V\(y + size.height - 9)"])
            let line = y + (value == nil ? size.height / 2 + 4 : 19)
            link.element("text", ["x": "\(x + 18)", "y": "\(line)"], name.cut(to: Self.longestName))
            if let value {
                link.element("text", ["class": "value", "x": "\(x + 18)", "y": "\(y + 36)"], value)
            }
        }
    }
}

extension String {
    /// About how many letters wide it is.
    fileprivate var width: Int { unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) } }
}
