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
        /// Reads, and is zero whatever it read.
        case zero(Int)
        /// The sum of `times` reads of one.
        case again(Int, times: Int)
        /// `times` reads of `even` or `odd`, as the parity of `switching` says, and their sum.
        case alternate(switching: Int, even: Int, odd: Int, times: Int)
        /// The sum of `length` of `inputs`, from the one that `start` counts to, wrapping around.
        case window(start: Int, length: Int, inputs: [Int])
    }

    let name: String
    let start: [Int]
    let nodes: [Node]
    /// What one operation looks at after its writes.
    let reads: [Int]
    /// True when reactions store what is read; else it is read as UI reads.
    let isObserved: Bool
    /// How many sources one operation writes, and how many ways there are to choose them: operation
    /// `o` writes from source `o % rotation` on.
    let writes: Int
    let rotation: Int
    /// What the operation of this number writes to the source of this place among its writes.
    let value: @Sendable (_ operation: Int, _ place: Int) -> Int
    /// For each choice of sources, the nodes that may change with them, in order: what a person who
    /// schedules by hand would run.
    let schedules: [[Int]]
    /// What one operation of each variant runs.
    let work: [VariantKind: Work]

    /// - Parameter work: What one operation has to run: what it runs in the graph.
    init(
        name: String, start: [Int], nodes: [Node], reads: [Int], isObserved: Bool = false, work: Work,
        writes: Int = 1, rotation: Int = 1,
        value: @escaping @Sendable (Int, Int) -> Int = { operation, _ in operation + 1 }
    ) {
        self.name = name
        self.start = start
        self.nodes = nodes
        self.reads = reads
        self.isObserved = isObserved
        self.writes = writes
        self.rotation = rotation
        self.value = value
        let schedules = Self.schedules(start.count, nodes, writes: writes, rotation: rotation)
        let reactions = isObserved ? reads.count : 0
        let hand = Work(bodies: schedules[0].count, reactions: reactions)
        // Each choice of sources changes as much as the first.
        let changed = Set(schedules[0].map { start.count + $0 })
        let bare = Work(
            bodies: Self.bodiesWithoutMemo(start.count, nodes, reads.filter(changed.contains)),
            reactions: reactions)
        self.schedules = schedules
        self.work = [.graph: work, .floor: hand, .control: hand, .observable: bare]
    }

    /// How many bodies an operation has to run.
    var bodies: Int { work[.graph]?.bodies ?? 0 }

    /// The first source that the operation of this number writes.
    func firstSource(_ operation: Int) -> Int { operation % rotation }
}

/// What runs.
struct Work: Equatable {
    var bodies = 0
    var reactions = 0

    static func * (work: Work, times: Int) -> Work {
        Work(bodies: work.bodies * times, reactions: work.reactions * times)
    }

    static func + (a: Work, b: Work) -> Work {
        Work(bodies: a.bodies + b.bodies, reactions: a.reactions + b.reactions)
    }

    static func - (a: Work, b: Work) -> Work {
        Work(bodies: a.bodies - b.bodies, reactions: a.reactions - b.reactions)
    }
}

extension Design.Node {
    /// All that it may read.
    var inputs: [Int] {
        switch self {
        case .add(let a, _), .double(let a), .negate(let a), .zero(let a), .again(let a, _): [a]
        case .plus(let a, let b), .minus(let a, let b): [a, b]
        case .sum(let inputs): inputs
        case .alternate(let switching, let even, let odd, _): [switching, even, odd]
        case .window(let start, _, let inputs): [start] + inputs
        }
    }
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
