import Foundation

/// A regular expression over titles, whose case counts only after `(?-i)`.
///
/// It is ICU's kind of expression, with Unicode's word boundaries; text in it and in titles is held against each
/// other in composed form. What it may take of a title is bounded: see ``TitleSearch``.
public struct TitlePattern: Hashable, Sendable {
    /// In UTF-16 units, of its text: the sets of a longer one take seconds to make ready.
    public static let longest = 1_000
    /// Of its groups that capture: each step of a search copies what they hold.
    public static let mostGroups = 32

    public let text: String

    public init(_ text: String) { self.text = text }

    /// Why it cannot be used, and what to do about it; nil when it can.
    public var problem: String? {
        do {
            _ = try expression()
            return nil
        } catch {
            return error.text
        }
    }

    /// What finds it; nil when it cannot be used.
    public func matcher() -> TitleMatcher? {
        guard let expression = try? expression() else { return nil }
        return TitleMatcher(self, expression)
    }

    private struct Problem: Error {
        let text: String
    }

    private func expression() throws(Problem) -> NSRegularExpression {
        let text = text.composed
        guard text.utf16.count <= Self.longest else {
            throw Problem(text: "it is longer than \(Self.longest) characters; say less with it")
        }
        // By itself first: what is wrapped around it must not close what it leaves open.
        guard let bare = Self.expression(text) else { throw Problem(text: fault) }
        guard bare.numberOfCaptureGroups <= Self.mostGroups else {
            throw Problem(text: "it has more than \(Self.mostGroups) groups; write (?:…) for (…)")
        }
        // A search of its own reports at every place that it tries; from the beginning only steps are reported.
        guard let whole = Self.expression("(?s:.*?)(?:\(text))") else {
            throw Problem(text: "it is nested too deeply, or a comment or a \\Q without \\E swallows its end")
        }
        return whole
    }

    private static func expression(_ text: String) -> NSRegularExpression? {
        try? NSRegularExpression(pattern: text, options: [.caseInsensitive, .useUnicodeWordBoundaries])
    }

    /// What is wrong with an expression that cannot be read.
    private var fault: String {
        let advice =
            "close every bracket, put something before each * + ? {, or \\ before what stands for itself"
        if text.contains("(?<=") || text.contains("(?<!") {
            return "it cannot be read; \(advice); what a lookbehind looks at has to have a longest length"
        }
        // Foundation does not say why. The standard library's reader of nearly the same language does; it takes
        // stack for each bracket.
        guard text.utf8.count <= 200 else { return "it cannot be read; \(advice)" }
        do {
            _ = try Regex(text)
            return "it cannot be read; \(advice)"
        } catch {
            return "\(error); \(advice)"
        }
    }
}

extension String {
    /// With every letter and its accents as one character where there is one.
    ///
    /// No text has thirty marks on a letter; to put them in order takes their number squared.
    var composed: String {
        var (isPlain, marks) = (true, 0)
        for scalar in unicodeScalars {
            if scalar.value < 0x300 {
                marks = 0
            } else {
                isPlain = false
                marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
                if marks > 30 { return self }
            }
        }
        return isPlain ? self : precomposedStringWithCanonicalMapping
    }
}
