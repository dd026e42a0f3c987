/// What the cogs of a program hold: a number, in one of two shapes.
protocol ProgramValue: Equatable {
    init(_ number: Int)
    var number: Int { get }
}

extension Int: ProgramValue {
    var number: Int { self }
}

/// A number with an object behind it, so that a value that is released too early or too often
/// shows.
struct Held: ProgramValue {
    private final class Object {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    private let object: Object

    init(_ number: Int) { object = Object(number) }

    var number: Int { object.number }

    static func == (a: Self, b: Self) -> Bool { a.number == b.number }
}
