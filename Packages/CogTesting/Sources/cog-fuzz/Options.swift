import GraphPrograms

/// What the command line asks for.
struct Options {
    var programs = 100_000
    var seed: UInt64 = 1
    var steps = 24
    var isShown = false
    var shrinksTrap = false
    /// Random programs of async states rather than of the graph.
    var isAsync = false
    /// Random programs of scopes.
    var isOfScopes = false
    /// Every order of completions of async states.
    var explores = false
    /// How many other things come between their runs.
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
            case "--async": isAsync = true
            case "--scopes": isOfScopes = true
            case "--orders": explores = true
            case "--others": others = Self.number(name, arguments.popFirst())
            case "--path":
                path = (arguments.popFirst() ?? "").split(separator: ",").map {
                    Self.number(name, String($0))
                }
            default: Self.refuse("'\(name)' is unknown")
            }
        }
    }

    func program(_ seed: UInt64) -> Program {
        Generator.program(seed: seed, steps: steps).simplified(along: path ?? [])
    }

    /// Runs one program, simplified along `path`.
    func arguments(for path: [Int]) -> [String] {
        [
            "--programs", "1", "--seed", "\(seed)", "--steps", "\(steps)", "--path",
            path.map { "\($0)" }.joined(separator: ","),
        ]
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
              cog-fuzz [--programs N] [--seed S] [--steps N] [--show]
              cog-fuzz --shrink --seed S [--steps N]    shrinks a program that traps
              cog-fuzz --async [--programs N] [--seed S] [--steps N] [--show]
              cog-fuzz --scopes [--programs N] [--seed S] [--steps N] [--show]
              cog-fuzz --orders [--others N]            every order of completions of async work
            """)
        exit(2)
    }
}
