/// One way to keep a design up to date, ready to run.
protocol Variant {
    /// Runs the operations `first` to `last` and gives the sum of what the last one read.
    @MainActor
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
