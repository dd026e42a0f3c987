import FeedPrograms
import Foundation

/// What the command line asks for.
struct Options {
    enum Work {
        case campaign, shrink, measure
        case limits(Extreme?)
    }

    var documents = 100_000
    var seed: UInt64 = 1
    var steps = 8
    var isShown = false
    var work = Work.campaign
    /// How the program is simplified before it runs; nil for one that is shrunk if it fails.
    var path: [Int]?
    /// Of the documents that are measured, in megabytes.
    var megabytes = 24

    /// Ends the process with how it is used when it cannot read the arguments.
    init(_ arguments: ArraySlice<String>) {
        var arguments = arguments
        while let name = arguments.popFirst() {
            switch name {
            case "--documents": documents = Self.number(name, arguments.popFirst())
            case "--seed": seed = Self.number(name, arguments.popFirst())
            case "--steps": steps = Self.number(name, arguments.popFirst())
            case "--show": isShown = true
            case "--shrink": work = .shrink
            case "--measure": work = .measure
            case "--limits": work = .limits(arguments.popFirst().map(Self.extreme))
            case "--megabytes": megabytes = Self.number(name, arguments.popFirst())
            case "--path":
                path = (arguments.popFirst() ?? "").split(separator: ",").map {
                    Self.number(name, String($0))
                }
            default: Self.refuse("'\(name)' is unknown")
            }
        }
    }

    private static func number<N: FixedWidthInteger>(_ name: String, _ text: String?) -> N {
        guard let text, let number = N(text), number >= 0 else { refuse("\(name) wants a number") }
        return number
    }

    private static func extreme(_ name: String) -> Extreme {
        guard let extreme = Extreme(rawValue: name) else {
            refuse(
                "--limits wants one of \(Extreme.allCases.map(\.rawValue).joined(separator: ", ")), or none")
        }
        return extreme
    }

    private static func refuse(_ why: String) -> Never {
        print(
            """
            podcast-fuzz: \(why). Usage:
              podcast-fuzz [--documents N] [--seed S] [--steps N] [--show]
              podcast-fuzz --shrink --seed S [--steps N]   shrinks a document that ends the process
              podcast-fuzz --limits [NAME]                 documents as large as they may be, and larger
              podcast-fuzz --measure [--megabytes N]       how fast feeds are read
            """)
        exit(2)
    }
}
