@_spi(Mechanisms) import CogGraph

/// A shape that is more than a design: reactions, keys, moving edges.
struct Special {
    let name: String
    /// Bodies, or rows, that one operation runs.
    let bodies: Int
    let make: @MainActor (VariantKind) -> (any Variant)?

    @MainActor
    static var all: [Special] {
        [
            effectSteady, pinned(1), pinned(1_000), pinned(100_000), keyedFan, oneOfStrings, edgeStatic,
            edgeChurn, build,
        ]
    }
}

/// A variant that is one closure: it does an operation and gives what it reads.
@MainActor
struct Closure: Variant {
    let operate: (Int) -> Int

    func run(_ operations: Range<Int>) -> Int {
        var result = 0
        for operation in operations { result = operate(operation) }
        return result
    }
}

/// Contexts of the bench never claim the production slot: there are many.
@MainActor
func benchContext() -> Cogs { Cogs(context: Context(holdsProductionSlot: false, history: .off)) }

/// Where reactions put what they saw.
final class Box {
    var value = 0
}
