/// Text of a page that is well-formed as XML and valid as HTML: elements close themselves, and what is not
/// ours goes in escaped.
struct Markup {
    private(set) var text = ""

    typealias Attributes = KeyValuePairs<String, String>

    /// An element with what `body` writes into it.
    mutating func element(
        _ name: String, _ attributes: Attributes = [:], _ body: (inout Markup) -> Void
    ) {
        open(name, attributes)
        text += ">"
        body(&self)
        text += "</\(name)>"
    }

    /// An element with a text, which is escaped and not cut.
    mutating func element(_ name: String, _ attributes: Attributes, _ text: String) {
        element(name, attributes) { $0.write(text) }
    }

    mutating func element(_ name: String, _ text: String) { element(name, [:], text) }

    /// An element that has no content.
    mutating func void(_ name: String, _ attributes: Attributes = [:]) {
        open(name, attributes)
        text += " />"
    }

    mutating func write(_ text: String) { self.text += text.escaped }

    /// Ours, as it is: a style or a script, which a page's policy knows by their hash.
    mutating func writeRaw(_ text: String) { self.text += text }

    /// An attribute with an empty value is left out.
    private mutating func open(_ name: String, _ attributes: Attributes) {
        text += "<\(name)"
        for (key, value) in attributes where !value.isEmpty { text += " \(key)=\"\(value.escaped)\"" }
    }
}

extension String {
    /// The text as content or as an attribute between double quotes.
    ///
    /// Line ends become a sign. What cannot be seen or turns the direction of what follows (controls, joiners,
    /// overrides) and what XML may not hold stands there by its number.
    var escaped: String {
        if utf8.allSatisfy(\.isPlain) { return self }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            case "\n", "\u{2028}", "\u{2029}": text += "↵"
            case "\t": text += " "
            default:
                if scalar.isHidden {
                    text += "\\u{\(String(scalar.value, radix: 16))}"
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        return text
    }

    /// At most so many scalars, and a sign where some are missing: a single character may be a book.
    func cut(to count: Int) -> String {
        let scalars = unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return self }
        return String(scalars[..<end]) + "…"
    }
}

extension UInt8 {
    /// What stands for itself in any text of a page.
    fileprivate var isPlain: Bool {
        self >= 32 && self < 127 && self != UInt8(ascii: "&") && self != UInt8(ascii: "<")
            && self != UInt8(ascii: ">") && self != UInt8(ascii: "\"") && self != UInt8(ascii: "'")
    }
}

extension Unicode.Scalar {
    fileprivate var isHidden: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}
