/// A piece of the user's code that the world plays.
enum Code: Hashable, Sendable {
    case start(Int)
    case stop(Int)
    case work(Int)
    case body
}

/// How a piece of code ends.
package struct Ending: Hashable, Sendable {
    package enum Result: Hashable, Sendable { case value, error, cancellation }

    /// How long after it began, or after it was cancelled.
    let after: Duration
    let result: Result

    package static func value(after: Duration = .zero) -> Ending { Ending(after: after, result: .value) }

    package static func error(after: Duration = .zero) -> Ending { Ending(after: after, result: .error) }

    package static var cancellation: Ending { Ending(after: .zero, result: .cancellation) }
}

/// The error of one piece of code, told from that of every other.
struct Thrown: Error, Hashable {
    let code: Code
}
