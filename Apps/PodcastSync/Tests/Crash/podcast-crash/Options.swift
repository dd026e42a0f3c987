import Foundation

/// What the command line asks for.
struct Options {
    /// How many kills there have to be.
    var kills = 500
    var programs = Int.max
    var seed: UInt64 = 1
    var steps = 7
    /// How a program is simplified before it runs.
    var path: [Int] = []
    /// How many simpler programs are tried of one that fails.
    var trials = 60
    var isShown = false
    /// Whether each kind of operation is killed at each of its calls, instead of programs by chance.
    var sweeps = false
    /// Of which kinds; all for nothing.
    var kind = ""
    var shrinks = true
    /// What it downloads by; its own choice for nil.
    var engine: String?
    /// What is killed; the one beside this program unless given.
    var program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("podcast-sync")

    /// Ends the process with how it is used when it cannot read the arguments.
    init(_ arguments: ArraySlice<String>) {
        var arguments = arguments
        while let name = arguments.popFirst() {
            switch name {
            case "--kills": kills = Self.number(name, arguments.popFirst())
            case "--programs": programs = Self.number(name, arguments.popFirst())
            case "--seed": seed = Self.number(name, arguments.popFirst())
            case "--steps": steps = Self.number(name, arguments.popFirst())
            case "--trials": trials = Self.number(name, arguments.popFirst())
            case "--path":
                path = (arguments.popFirst() ?? "").split(separator: ",").map {
                    Self.number(name, String($0))
                }
            case "--sweep": sweeps = true
            case "--kind": kind = arguments.popFirst() ?? ""
            case "--show": isShown = true
            case "--no-shrink": shrinks = false
            case "--engine": engine = arguments.popFirst()
            case "--program": program = URL(fileURLWithPath: arguments.popFirst() ?? "")
            default: Self.refuse("'\(name)' is unknown")
            }
        }
    }

    /// The engine, as it is chosen on the command line.
    var choice: String { engine.map { " --engine \($0)" } ?? "" }

    private static func number<N: FixedWidthInteger>(_ name: String, _ text: String?) -> N {
        guard let number = text.flatMap({ N($0) }) else { refuse("\(name) needs a number") }
        return number
    }

    private static func refuse(_ why: String) -> Never {
        print(
            """
            podcast-crash: \(why)
            usage: podcast-crash [--kills N] [--programs N] [--seed S] [--steps N] [--path N,N…] [--show]
                                 [--no-shrink] [--trials N] [--program FILE] [--engine NAME]
                   podcast-crash --sweep [--kind NAME] [--program FILE]
            """)
        exit(2)
    }
}
