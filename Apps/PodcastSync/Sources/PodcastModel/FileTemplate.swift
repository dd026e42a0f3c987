public import Foundation

/// What a file is called, from what is known of its episode when it is named (POD-11).
public struct FileTemplate: Hashable, Sendable {
    private enum Field: String, CaseIterable { case title, date, id }

    public let text: String

    public init(_ text: String) { self.text = text }

    /// What holds unless something else is set.
    public static let standard = FileTemplate("{title}")

    /// Why it cannot be used; nil when it can.
    public var problem: String? {
        var names = 0
        for piece in pieces {
            guard case .field(let name) = piece else { continue }
            names += 1
            guard Field(rawValue: name) == nil else { continue }
            let known = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
            return "{\(name)} stands for nothing; there are \(known)"
        }
        return names == 0 ? "it would call every file the same" : nil
    }

    /// The name before it is made safe and distinct: a title's own braces stand for nothing.
    public func name(title: String, date: Date, id: EpisodeID) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .field(let name):
                switch Field(rawValue: name) {
                case .title: title
                case .date: date.formatted(.iso8601.year().month().day())
                case .id: "\(id.rawValue)"
                case nil: "{\(name)}"
                }
            }
        }.joined()
    }

    private enum Piece {
        case text(String)
        case field(String)
    }

    private var pieces: [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            pieces.append(.text(String(rest[..<open])))
            pieces.append(.field(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        return pieces + [.text(String(rest))]
    }
}
