import Foundation

extension FileNames {
    /// A title without what a name must not hold, and without a beginning that means something.
    static func cleaned(_ title: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in title.replacing(": ", with: " - ").unicodeScalars {
            if let replacement = replacements[scalar] {
                scalars.append(contentsOf: replacement.unicodeScalars)
            } else if isBlank(scalar) {
                scalars.append(" ")
            } else if !isHidden(scalar) || isJoiner(scalar) {
                scalars.append(scalar)
            }
        }
        let words = String(scalars).split(separator: " ").joined(separator: " ")
        let name = String(words.drop { $0 == "." || $0 == " " })
        let stem = name.prefix { $0 != "." }.filter { $0 != " " }
        return devices.contains(stem.uppercased()) ? "_" + name : name
    }

    /// Whether there is anything to see of `name`.
    static func isVisible(_ name: String) -> Bool {
        name.unicodeScalars.contains { !isHidden($0) && !isBlank($0) }
    }

    /// What joins letters and emoji: it stays in a name, and tells no two names apart.
    static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }

    /// Direction marks too: they make a listing show another name than the one there is.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        // The marks that choose an emoji's form, and the tags that spell a flag.
        let isForm = (0xFE00...0xFE0F).contains(scalar.value) || (0xE0020...0xE007F).contains(scalar.value)
        if isForm { return false }
        let properties = scalar.properties
        return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
            || properties.generalCategory == .format
    }

    /// Separators, and what exFAT and SMB refuse.
    private static let replacements: [Unicode.Scalar: String] = [
        "/": "-", "\\": "-", ":": "-", "|": "-", "<": "-", ">": "-", "\"": "'", "?": "", "*": "",
    ]

    /// Names that Windows keeps for itself, whatever extension follows.
    private static let devices: Set<String> = {
        let numbered = (0...9).flatMap { ["COM\($0)", "LPT\($0)"] }
        return Set(["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"] + numbered)
    }()
}
