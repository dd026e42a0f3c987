import Observation

/// The design as `@Observable` sources and plain closures over them, tracked as a view tracks:
/// each read is observed, and read again after it was told of a change.
@MainActor
final class ObservableVariant: Variant {
    @Observable
    final class Source {
        var value: Int
        init(_ value: Int) { self.value = value }
    }

    /// Sendable by hand: sources change on the MainActor alone, and so does this.
    private final class Mark: @unchecked Sendable {
        var isDirty = true
    }

    private let design: Design
    private let sources: [Source]
    private var nodes: [() -> Int] = []
    private let marks: [Mark]
    private var shown: [Int]

    init(_ design: Design) {
        self.design = design
        sources = design.start.map(Source.init)
        marks = design.reads.map { _ in Mark() }
        shown = design.reads.map { _ in 0 }
        for node in design.nodes { nodes.append(body(node)) }
    }

    func run(_ operations: Range<Int>) -> Int {
        var total = 0
        for operation in operations {
            for index in 0..<design.writes {
                let value = design.value(operation, index)
                if sources[index].value != value { sources[index].value = value }
            }
            total = 0
            for (index, mark) in marks.enumerated() {
                if mark.isDirty {
                    mark.isDirty = false
                    shown[index] = withObservationTracking {
                        nodes[design.reads[index] - sources.count]()
                    } onChange: {
                        mark.isDirty = true
                    }
                }
                total = total &+ shown[index]
            }
        }
        return total
    }

    private func body(_ node: Design.Node) -> () -> Int {
        switch node {
        case .add(let a, let k):
            let a = input(a)
            return { a() &+ k }
        case .double(let a):
            let a = input(a)
            return { a() &* 2 }
        case .negate(let a):
            let a = input(a)
            return { 0 &- a() }
        case .plus(let a, let b):
            let (a, b) = (input(a), input(b))
            return { a() &+ b() }
        case .minus(let a, let b):
            let (a, b) = (input(a), input(b))
            return { a() &- b() }
        case .sum(let indices):
            let inputs = indices.map(input)
            return { inputs.reduce(0) { $0 &+ $1() } }
        case .alternate(let switching, let even, let odd, let times):
            let (switching, even, odd) = (input(switching), input(even), input(odd))
            return {
                var total = 0
                for _ in 0..<times { total = total &+ (switching() % 2 == 0 ? even() : odd()) }
                return total
            }
        }
    }

    private func input(_ index: Int) -> () -> Int {
        if design.isSource(index) {
            let source = sources[index]
            return { source.value }
        }
        return nodes[index - sources.count]
    }
}
