/// One way to keep a design up to date, ready to run.
@MainActor
protocol Variant {
    /// What ran in it since it was made.
    var tally: Tally { get }

    /// Runs the operations of these numbers and gives the sum of what the last one read.
    func run(_ operations: Range<Int>) -> Int
}

/// The ways that are measured against each other.
enum VariantKind: String, CaseIterable {
    /// C function pointers over plain memory, in an order known beforehand: what the machine can do.
    case floor
    /// Swift closures, in an order known beforehand: scheduling by hand.
    case control
    /// Raw `@Observable` sources with plain closures over them.
    case observable
    case graph
}

/// Counts what runs. Each body of each variant but the floor counts itself, in timed samples too: it is
/// one addition to memory, and without it a sample could be fast by not doing its work.
final class Tally {
    var bodies = 0
    var reactions = 0

    var work: Work { Work(bodies: bodies, reactions: reactions) }
}

/// A variant that is one closure: it does an operation and gives what it reads.
@MainActor
struct Closure: Variant {
    let tally: Tally
    let operate: (Int) -> Int

    func run(_ operations: Range<Int>) -> Int {
        var result = 0
        for operation in operations { result = operate(operation) }
        return result
    }
}

/// A value that is written and read: a hand-made source or row.
final class Cell {
    var value: Int
    init(_ value: Int = 0) { self.value = value }
}
