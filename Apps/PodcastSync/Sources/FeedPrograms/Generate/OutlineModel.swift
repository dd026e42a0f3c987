import Foundation
import PodcastFeeds
import RandomPrograms

/// What a generated subscription list says, and how it is written.
struct OutlineModel: Sendable {
    struct Line: Sendable {
        var title: Text?
        /// Nil for a folder, with what is in it until its end.
        var address: Address.Name?
        var endsFolder = false
    }

    var style: Style
    var lines: [Line] = []

    static func random(_ random: inout SplitMix, lines: Int) -> OutlineModel {
        var model = OutlineModel(style: .random(&random))
        for index in 0..<lines {
            var line = Line()
            if random.isTrue(in: 90) { line.title = .random(&random, isNarrow: model.style.isNarrow) }
            if random.isTrue(in: 80) {
                let name = Address.sound(&random)
                line.address = Address.Name("\(index)/\(name.written)", "\(index)/\(name.reads)", "")
            } else if random.isTrue(in: 50) {
                line.endsFolder = true
            }
            model.lines.append(line)
        }
        return model
    }

    private static let host = "https://feeds.example.org/"

    /// The subscriptions that must be read of it.
    var reads: [OPMLSubscription] {
        lines.compactMap { line in
            guard let address = line.address, let url = URL(string: Self.host + address.reads) else {
                return nil
            }
            return OPMLSubscription(url: url, title: line.title?.reads ?? "feeds.example.org")
        }
    }

    var bytes: [UInt8] {
        let q = style.quote
        var depth = 0
        var text = "<opml version=\(q)2.0\(q)><head><title>L</title></head><body>"
        for line in lines {
            text += style.space
            if line.address == nil, line.endsFolder {
                if depth > 0 { text += "</outline>" }
                depth = max(0, depth - 1)
                continue
            }
            let title = line.title.map { " text=\(q)\($0.attribute)\(q)" } ?? ""
            if let address = line.address {
                text +=
                    "<outline type=\(q)rss\(q)\(title) xmlUrl=\(q)\((Self.host + address.written).escaped())\(q)/>"
            } else if depth < 50 {
                text += "<outline\(title)>"
                depth += 1
            }
        }
        text += String(repeating: "</outline>", count: depth) + "</body></opml>"
        return style.bytes(text, root: "opml")
    }

    /// With less in it.
    var simpler: [OutlineModel] {
        lines.smaller { line in
            var forms =
                line.title.map { _ in [Line(address: line.address, endsFolder: line.endsFolder)] } ?? []
            for title in line.title?.simpler ?? [] {
                forms.append(Line(title: title, address: line.address, endsFolder: line.endsFolder))
            }
            return forms
        }.map { OutlineModel(style: style, lines: $0) }
            + style.simpler.map { OutlineModel(style: $0, lines: lines) }
    }
}
