/// What the command line asks for.
struct Options {
    var programs = 100_000
    var seed: UInt64 = 1
    /// Whether small graphs are run in every way first.
    var explores = true
    /// The chapter that is run alone.
    var chapter: String?

    /// Ends the process with how it is used when it cannot read the arguments.
    init(_ arguments: ArraySlice<String>) {
        var arguments = arguments
        while let name = arguments.popFirst() {
            switch name {
            case "--programs": programs = Self.number(name, arguments.popFirst())
            case "--seed": seed = Self.number(name, arguments.popFirst())
            case "--chapter": chapter = arguments.popFirst() ?? ""
            case "--random": explores = false
            default: Self.refuse("'\(name)' is unknown")
            }
        }
    }

    private static func number<N: FixedWidthInteger>(_ name: String, _ text: String?) -> N {
        guard let text, let number = N(text), number >= 0 else { refuse("\(name) wants a number") }
        return number
    }

    private static func refuse(_ why: String) -> Never {
        print("stoic-fuzz: \(why). Usage: stoic-fuzz [--random | --chapter NAME] [--programs N] [--seed S]")
        exit(2)
    }
}
