/// The design as Swift closures over cells, called in an order known beforehand: what a person
/// would write who schedules by hand. It has no memo, no tracking and no equality.
final class ControlVariant: Variant {
    private final class Cell {
        var value: Int
        init(_ value: Int) { self.value = value }
    }

    private struct Step {
        let cell: Cell
        let body: () -> Int
    }

    private let design: Design
    private var cells: [Cell]
    private var steps: [Step] = []

    init(_ design: Design) {
        self.design = design
        cells = design.start.map(Cell.init)
        for node in design.nodes {
            let cell = Cell(0)
            steps.append(Step(cell: cell, body: Self.body(node, cells)))
            cells.append(cell)
        }
    }

    func run(_ operations: Range<Int>) -> Int {
        var total = 0
        for operation in operations {
            for source in 0..<design.writes { cells[source].value = design.value(operation, source) }
            for step in steps { step.cell.value = step.body() }
            total = 0
            for read in design.reads { total = total &+ cells[read].value }
        }
        return total
    }

    private static func body(_ node: Design.Node, _ cells: [Cell]) -> () -> Int {
        switch node {
        case .add(let a, let k):
            let a = cells[a]
            return { a.value &+ k }
        case .double(let a):
            let a = cells[a]
            return { a.value &* 2 }
        case .negate(let a):
            let a = cells[a]
            return { 0 &- a.value }
        case .plus(let a, let b):
            let (a, b) = (cells[a], cells[b])
            return { a.value &+ b.value }
        case .minus(let a, let b):
            let (a, b) = (cells[a], cells[b])
            return { a.value &- b.value }
        case .sum(let indices):
            let inputs = indices.map { cells[$0] }
            return {
                var total = 0
                for input in inputs { total = total &+ input.value }
                return total
            }
        case .alternate(let switching, let even, let odd, let times):
            let (switching, even, odd) = (cells[switching], cells[even], cells[odd])
            return {
                var total = 0
                for _ in 0..<times {
                    total = total &+ (switching.value % 2 == 0 ? even.value : odd.value)
                }
                return total
            }
        }
    }
}
