/// What the command line asks for.
struct Options {
    /// What programs are of.
    enum Subject {
        case graph, async, scopes
        /// Every order of completions of async states, by no chance.
        case orders
    }

    var programs = 100_000
    var seed: UInt64 = 1
    var steps = 24
    var isShown = false
    var shrinksTrap = false
    var subject = Subject.graph
    /// How many other things come between the runs of which every order is looked at.
    var others = 1
    /// How the program is simplified before it runs; nil for one that is shrunk if it fails.
    var path: [Int]?

    /// Ends the process with how it is used when it cannot read the arguments.
    init(_ arguments: ArraySlice<String>) {
        var arguments = arguments
        while let name = arguments.popFirst() {
            switch name {
            case "--programs": programs = Self.number(name, arguments.popFirst())
            case "--seed": seed = Self.number(name, arguments.popFirst())
            case "--steps": steps = Self.number(name, arguments.popFirst())
            case "--show": isShown = true
            case "--shrink": shrinksTrap = true
            case "--async": subject = .async
            case "--scopes": subject = .scopes
            case "--orders": subject = .orders
            case "--others": others = Self.number(name, arguments.popFirst())
            case "--path":
                path = (arguments.popFirst() ?? "").split(separator: ",").map {
                    Self.number(name, String($0))
                }
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
        print(
            """
            cog-fuzz: \(why). Usage:
              cog-fuzz [--async | --scopes] [--programs N] [--seed S] [--steps N] [--show]
              cog-fuzz [--async | --scopes] --shrink --seed S [--steps N]    shrinks a program that traps
              cog-fuzz --orders [--others N]    every order of completions of async work
            """)
        exit(2)
    }
}
