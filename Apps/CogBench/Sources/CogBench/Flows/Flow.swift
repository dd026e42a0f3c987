/// Something async to measure: an operation asks for work, waits until its last result is published, and
/// reads it.
struct Flow {
    let name: String
    /// What an operation is divided by: runs, elements or refreshes.
    let units: Int
    /// What one operation does, exactly: work that begins or elements that are made, and deliveries of the
    /// value to a reaction.
    let work: Work
    /// How many changes one operation publishes in the graph: that something is awaited is one.
    let publications: Int
    /// What the operation of this number reads.
    let result: @Sendable (_ operation: Int) -> Int
    /// Nil where there is no such variant.
    let make: @MainActor (VariantKind, Tally) async -> FlowTrial?

    @MainActor static var all: [Flow] {
        [cycle, load(10_000), stream(10_000), stream(1_000_000)] + Storm.allCases.map { storm($0, 10_000) }
    }
}

/// A variant of a flow, ready to run.
@MainActor
struct FlowTrial {
    /// How many changes were published so far; nil where there is no graph to ask.
    var publications: (() -> Int)?
    let run: (_ operation: Int) async -> Int
}

/// Where values are delivered, and an operation waits for one of them.
@MainActor
final class Arrival {
    /// Counts the deliveries, if it is given.
    private let tally: Tally?
    private(set) var value = 0
    private var awaited: Int?
    private var waiter: CheckedContinuation<Void, Never>?

    init(_ tally: Tally? = nil) { self.tally = tally }

    func wait(for value: Int) async {
        await withCheckedContinuation { continuation in
            awaited = value
            waiter = continuation
        }
    }

    func deliver(_ value: Int) {
        tally?.reactions &+= 1
        self.value = value
        guard value == awaited, let waiter else { return }
        self.waiter = nil
        waiter.resume()
    }
}
