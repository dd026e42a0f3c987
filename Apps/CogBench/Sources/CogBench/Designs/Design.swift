/// A dataflow graph as data: sources, then nodes that compute from those before them.
///
/// Each variant builds the same graph from it in its own natural way.
struct Design {
    /// What one node computes. Indices count sources first, then nodes.
    enum Node {
        case add(Int, Int)
        case double(Int)
        case negate(Int)
        case plus(Int, Int)
        case minus(Int, Int)
        case sum([Int])
        /// `times` reads of `even` or `odd`, as the parity of `switching` says, and their sum.
        case alternate(switching: Int, even: Int, odd: Int, times: Int)
    }

    let name: String
    let start: [Int]
    let nodes: [Node]
    /// What one operation reads after its writes.
    let reads: [Int]
    /// How many bodies one operation has to run.
    let bodies: Int
    /// How many sources one operation writes, the first ones.
    let writes: Int
    /// What the operation of this number writes to a source.
    let value: @Sendable (_ operation: Int, _ source: Int) -> Int

    func isSource(_ index: Int) -> Bool { index < start.count }
}

/// Adds nodes one by one, and says where each is.
struct DesignBuilder {
    let sources: Int
    private(set) var nodes: [Design.Node] = []

    init(sources: Int) { self.sources = sources }

    mutating func add(_ node: Design.Node) -> Int {
        nodes.append(node)
        return sources + nodes.count - 1
    }
}
