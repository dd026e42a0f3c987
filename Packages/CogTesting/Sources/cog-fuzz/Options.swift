/// What the command line asks for.
struct Options {
    var programs = 100_000
    var seed: UInt64 = 1
    var steps = 24
    var isShown = false

    /// Ends the process with how it is used when it cannot read the arguments.
    init(_ arguments: ArraySlice<String>) {
        var arguments = arguments
        while let name = arguments.popFirst() {
            switch name {
            case "--programs": programs = Self.number(name, arguments.popFirst())
            case "--seed": seed = Self.number(name, arguments.popFirst())
            case "--steps": steps = Self.number(name, arguments.popFirst())
            case "--show": isShown = true
            default: Self.refuse("'\(name)' is unknown")
            }
        }
    }

    private static func number<N: FixedWidthInteger>(_ name: String, _ text: String?) -> N {
        guard let text, let number = N(text), number >= 0 else {
            refuse("\(name) wants a number")
        }
        return number
    }

    private static func refuse(_ why: String) -> Never {
        print("cog-fuzz: \(why). Usage: cog-fuzz [--programs N] [--seed S] [--steps N] [--show]")
        exit(2)
    }
}
