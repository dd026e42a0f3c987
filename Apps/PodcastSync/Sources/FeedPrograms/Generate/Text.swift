import RandomPrograms

/// A text of a document: what it says, and how it is written.
struct Text: Sendable {
    enum Word: Sendable {
        case plain(String)
        /// An entity of HTML, which XML does not know.
        case html(name: String, reads: String)
        /// An entity that a DOCTYPE may declare: what it declares is used nowhere (POD-7).
        case declared(String)
        case bareAmpersand

        var reads: String {
            switch self {
            case .plain(let text): text
            case .html(_, let text): text
            case .declared(let name): "&\(name);"
            case .bareAmpersand: "&"
            }
        }
    }

    enum Writing: CaseIterable, Sendable { case references, numbers, cdata }

    var words: [Word]
    var writing = Writing.references
    var gap = " "

    var reads: String { words.map(\.reads).joined(separator: " ") }

    /// As an element's content.
    var content: String {
        guard writing == .cdata, words.allSatisfy({ if case .plain = $0 { true } else { false } }) else {
            return written(words)
        }
        let text = words.map(\.reads).joined(separator: gap)
        return "<![CDATA[" + text.replacing("]]>", with: "]]]]><![CDATA[>") + "]]>"
    }

    /// As an attribute's value, for either quote.
    var attribute: String { written(words) }

    private func written(_ words: [Word]) -> String {
        words.map { word in
            switch word {
            case .plain(let text): text.escaped(inNumbers: writing == .numbers)
            case .html(let name, _), .declared(let name): "&\(name);"
            case .bareAmpersand: "&"
            }
        }.joined(separator: gap)
    }

    /// What must be told of it.
    var warnings: Set<String> {
        Set(
            words.compactMap { word in
                switch word {
                case .plain: nil
                case .html: "HTML entities were read"
                case .declared: "unknown entities were read as text"
                case .bareAmpersand: "a bare & was read as itself"
                }
            })
    }

    /// - Parameter isNarrow: Whether windows-1252 has all its characters.
    static func random(_ random: inout SplitMix, isNarrow: Bool) -> Text {
        let plain = isNarrow ? narrow : narrow + wide
        let words = (0...random.number(below: 5)).map { _ -> Word in
            switch random.number(below: 20) {
            case 0: .html(name: "eacute", reads: "\u{E9}")
            case 1: .html(name: "ndash", reads: "\u{2013}")
            case 2: .declared(random.one(of: Doctype.names))
            case 3: .bareAmpersand
            default: .plain(random.one(of: plain))
            }
        }
        return Text(
            words: words, writing: random.one(of: Writing.allCases),
            gap: random.one(of: [" ", " ", "\n  ", "\t", "   "]))
    }

    /// Names of files that lead elsewhere, markup, what names must not hold, and accents.
    private static let narrow = [
        "Episode", "12", "../../etc/passwd", "/", "..", "CON", "a/b\\c", "<b>", "</title>", "]]>", "&amp;",
        "\"quoted\"", "it's", "<item>", "--", "-->", "?>", "caf\u{E9}", "stra\u{DF}e", "10\u{20AC}", "#1:",
        "{id}", "<!DOCTYPE", "<![CDATA[", "100%", "C:", "nul.mp3", "~", "$HOME", "`id`",
    ]

    private static let wide = [
        "\u{65E5}\u{672C}\u{8A9E}", "\u{1F469}\u{200D}\u{1F680}", "\u{202E}gpm.exe", "\u{42F}", "\u{10FFFD}",
        "e\u{301}", "\u{FEFF}x", "\u{E000}", "\u{AD}x", "\u{FB01}",
        String(repeating: "\u{754C}", count: 120),
    ]

    var simpler: [Text] {
        words.withoutParts.filter { !$0.isEmpty }.map { Text(words: $0, writing: writing, gap: gap) }
            + (gap == " " ? [] : [Text(words: words, writing: writing)])
            + (writing == .references ? [] : [Text(words: words, gap: gap)])
    }
}

extension String {
    /// For element content and for attributes in either quote.
    func escaped(inNumbers: Bool = false) -> String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case _ where inNumbers: result += "&#x\(String(scalar.value, radix: 16));"
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
