import Foundation
import PodcastModel
import RandomPrograms
import Testing

@Suite("Title patterns", .timeLimit(.minutes(5)))
struct TitlePatternTests {
    /// One on which nested repetitions backtrack without end.
    static let endless = String(repeating: "a", count: 60) + "b"

    private func isFound(_ pattern: String, _ title: String) -> Bool? {
        guard let matcher = TitlePattern(pattern).matcher() else { return nil }
        var search = TitleSearch(matcher)
        return search.isFound(in: title)
    }

    @Test(
        "POD-12: a pattern that backtracks without end is given up, neither found nor missed",
        arguments: [
            "(a+)+$", "(a*)*!", "(a|aa)+$", "(.*)*!", "(.*a){30}!", "(\\w+\\s?)+!", "(?=(a+)+$)!|(a+)+$",
            "(?<=(?:a|aa){1,60})!|(a|A)*!", "((a+)+)+\\1!", "(a?){60}a{60}!", "([a-z]+)*[0-9]",
            "(.*)(.*)(.*)(.*)(.*)!", "(a{1,1000}){1,1000}!", "(((a{1,1000}){1,1000}){1,1000})!",
        ])
    func endless(pattern: String) {
        #expect(TitlePattern(pattern).problem == nil)
        #expect(isFound(pattern, Self.endless) == nil)
    }

    @Test("POD-12: a pattern that gives up on one title decides about others")
    func others() throws {
        var search = TitleSearch(try #require(TitlePattern("(a+)+$").matcher()))
        #expect(search.isFound(in: "banana") == true)
        #expect(search.isFound(in: Self.endless) == nil)
        // Some thirty million steps, which would be decided in a second.
        #expect(search.isFound(in: String(Self.endless.suffix(24))) == nil)
        #expect(search.isFound(in: "aab") == false)
        #expect(search.isFound(in: String(Self.endless.dropLast())) == true)
    }

    @Test("POD-12: what many titles take is bounded too; then easy ones are decided, and hard ones by turns")
    func allowance() throws {
        let hard = String(repeating: "a", count: 15) + "b"
        var search = TitleSearch(try #require(TitlePattern("(a+)+$").matcher()))
        #expect(search.isFound(in: hard) == false)
        for _ in 1...5 { #expect(search.isFound(in: Self.endless) == nil) }
        #expect(search.isFound(in: hard) == nil)
        #expect(search.isFound(in: "banana") == true)
        for _ in 1...500 { #expect(search.isFound(in: Self.endless) == nil) }
        #expect(search.isFound(in: "banana") == true)
        for _ in 1...50 { #expect(search.isFound(in: "aab") == false) }
        #expect(search.isFound(in: hard) == false)
    }

    @Test("POD-12: a search that runs out of stack has missed nothing")
    func stack() {
        // What groups hold and repetitions count is kept with each step, so that there is room for few.
        let kept = String(repeating: "()", count: 31) + String(repeating: "(?:yz){2,50}", count: 75)
        #expect(isFound("(a|b)*c|\(kept)", String(repeating: "a", count: 100)) == false)
        #expect(isFound("(a|b)*c|\(kept)", String(repeating: "a", count: 8_000)) == nil)
    }

    @Test("POD-12: a search ends on the longest titles too, and plain patterns decide about long ones")
    func longTitles() {
        let long = String(repeating: "word ", count: 13_000)
        for pattern in ["(.*)\\1!", "(?>[^!]*)!", "(.*)*!", "\\b\\w+\\b!"] {
            #expect(isFound(pattern, long) == nil)
        }
        let marks = String(String.UnicodeScalarView((0..<32_000).map { $0 % 2 == 0 ? "\u{301}" : "\u{323}" }))
        #expect(isFound("a", "a" + marks) == true)
        let paragraph = String(repeating: "word ", count: 800)
        #expect(isFound("rerun|trailer", paragraph) == false)
        #expect(isFound("rerun|trailer", paragraph + "Rerun") == true)
        #expect(isFound(".*foo.*", String(repeating: "word ", count: 80)) == false)
    }

    @Test(
        "POD-12: titles are matched as ICU does, letters with accents as one, whatever their case",
        arguments: [
            ("é", "cafe\u{301}", true), ("e\u{301}", "CAF\u{c9}", true), ("[e\u{301}]", "\u{e9}", true),
            ("e.", "e\u{301}", false), ("straße", "STRASSE", true), ("(?-i)News", "news", false),
            ("(?-i)\\p{Lu}", "a", false), ("\\p{Script=Greek}", "α", true), ("\\w", "日", true),
            ("\\bt\\b", "don't", false), ("\\bcat\\b", "the cat.", true), ("^foo", "a foo", false),
            ("foo$", "a foo", true), ("(?<=no )news", "No News", true), ("(?<!no )news", "No News", false),
            ("foo(?!bar)", "foobar", false), ("a|b", "xb", true), ("(?x) a b", "ab", true),
            ("(?<n>a)\\k<n>", "aA", true), ("\\Qa.b\\E", "axb", false), ("🎉", "a 🎉", true),
        ])
    func syntax(pattern: String, title: String, expected: Bool) {
        #expect(isFound(pattern, title) == expected)
    }

    @Test(
        "POD-12: a pattern that cannot be used says why, and what to do",
        arguments: [
            ("(", "expected ')'"), ("a)", "does not balance"), ("*a", "must appear after"),
            ("a{", "before each"),
            ("(?<=a*)b", "longest length"), ("a)(?:b", "does not balance"),
            ("(?x) a # b", "swallows its end"), (String(repeating: "a", count: 1_001), "1000 characters"),
            (String(repeating: "()", count: 33), "32 groups"),
            (String(repeating: "[", count: 1_000), "bracket"),
            (String(repeating: "(", count: 1_000), "bracket"),
        ])
    func problems(pattern: String, problem: String) {
        #expect(TitlePattern(pattern).problem?.contains(problem) == true)
        #expect(TitlePattern(pattern).matcher() == nil)
    }

    @Test(
        "POD-12: random patterns end on random titles, and agree with another engine on short ones",
        arguments: 0..<200)
    func random(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let pattern = Self.alternatives(1, &random)
        let matcher = try #require(TitlePattern(pattern).matcher(), "\(pattern)")
        let other = try Regex(pattern).ignoresCase()
        for length in [0, 2, 4, 6, 200] {
            let title = String((0..<length).map { _ in "abAB ".randomElement(using: &random) ?? "a" })
            var search = TitleSearch(matcher)
            let isFound = search.isFound(in: title)
            if length < 10 {
                #expect(isFound == (title.firstMatch(of: other) != nil), "\(pattern) in '\(title)'")
            }
        }
    }

    private static func alternatives(_ depth: Int, _ random: inout SplitMix) -> String {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
            (0..<Int.random(in: 1...3, using: &random)).map { _ in piece(depth, &random) }.joined()
        }.joined(separator: "|")
    }

    private static func piece(_ depth: Int, _ random: inout SplitMix) -> String {
        let simple = ["a", "b", "B", ".", "[ab]", "[^a]", "\\s", "\\w"]
        let isGroup = depth > 0 && Int.random(in: 0..<3, using: &random) == 0
        if Int.random(in: 0..<10, using: &random) == 0 {
            return ["^", "$", "\\b", "(?=a)", "(?!b)"].randomElement(using: &random) ?? "^"
        }
        let operand =
            isGroup ? "(\(alternatives(depth - 1, &random)))" : simple.randomElement(using: &random) ?? "a"
        var counts = ["", "", "*", "+", "?", "{2}", "{1,3}"]
        // Of what may be nothing a lazy loop takes as much of it as it is allowed.
        if !isGroup { counts += ["*?", "+?"] }
        return operand + (counts.randomElement(using: &random) ?? "")
    }
}
