/// The design as Swift closures over cells, called in an order known beforehand: what a person
/// would write who schedules by hand. It has no memo, no tracking and no equality; a reaction is a
/// value stored where it is wanted.
@MainActor
final class ControlVariant: Variant {
    private struct Step {
        let cell: Cell
        let body: () -> Int
    }

    let tally: Tally
    private let design: Design
    private let cells: [Cell]
    /// What an operation runs, for each choice of sources.
    private let schedules: [[Step]]
    /// Where each choice of sources has the same schedule.
    private let onlySchedule: [Step]?
    private let reads: [Cell]
    private let seen: [Cell]

    init(_ design: Design, _ tally: Tally) {
        self.tally = tally
        self.design = design
        var cells = design.start.map(Cell.init)
        var steps: [Step] = []
        for node in design.nodes {
            let cell = Cell()
            steps.append(Step(cell: cell, body: Self.body(node, cells, tally)))
            cells.append(cell)
        }
        self.cells = cells
        schedules = design.schedules.map { $0.map { steps[$0] } }
        onlySchedule = Set(design.schedules).count == 1 ? schedules[0] : nil
        reads = design.reads.map { cells[$0] }
        seen = design.isObserved ? reads.map { _ in Cell() } : []
        run(steps)
        react()
    }

    /// Where there is one source to write, or one value to read, nothing is looked up in a turn.
    func run(_ operations: Range<Int>) -> Int {
        let (writes, rotation, value) = (design.writes, design.rotation, design.value)
        let (cells, shown) = (cells, design.isObserved ? seen : reads)
        let (source, shownFirst) = (cells[0], shown[0])
        var first = design.firstSource(operations.lowerBound)
        var total = 0
        for operation in operations {
            if rotation == 1, writes == 1 {
                source.value = value(operation, 0)
            } else {
                for place in 0..<writes { cells[first + place].value = value(operation, place) }
            }
            if let onlySchedule { run(onlySchedule) } else { run(schedules[first]) }
            react()
            total = shownFirst.value
            for index in 1..<shown.count { total = total &+ shown[index].value }
            first = first + 1 == rotation ? 0 : first + 1
        }
        return total
    }

    @inline(__always)
    private func run(_ steps: [Step]) {
        for index in steps.indices { steps[index].cell.value = steps[index].body() }
    }

    @inline(__always)
    private func react() {
        for index in seen.indices { seen[index].value = reads[index].value }
        tally.reactions &+= seen.count
    }

    private static func body(_ node: Design.Node, _ cells: [Cell], _ tally: Tally) -> () -> Int {
        switch node {
        case .add(let a, let k):
            let a = cells[a]
            return {
                tally.bodies &+= 1
                return a.value &+ k
            }
        case .double(let a):
            let a = cells[a]
            return {
                tally.bodies &+= 1
                return a.value &* 2
            }
        case .negate(let a):
            let a = cells[a]
            return {
                tally.bodies &+= 1
                return 0 &- a.value
            }
        case .zero:
            return {
                tally.bodies &+= 1
                return 0
            }
        case .plus(let a, let b):
            let (a, b) = (cells[a], cells[b])
            return {
                tally.bodies &+= 1
                return a.value &+ b.value
            }
        case .minus(let a, let b):
            let (a, b) = (cells[a], cells[b])
            return {
                tally.bodies &+= 1
                return a.value &- b.value
            }
        case .sum(let indices):
            let inputs = indices.map { cells[$0] }
            return {
                tally.bodies &+= 1
                var total = 0
                for index in inputs.indices { total = total &+ inputs[index].value }
                return total
            }
        case .again(let a, let times):
            let a = cells[a]
            return {
                tally.bodies &+= 1
                var total = 0
                for _ in 0..<times { total = total &+ a.value }
                return total
            }
        case .alternate(let switching, let even, let odd, let times):
            let (switching, even, odd) = (cells[switching], cells[even], cells[odd])
            return {
                tally.bodies &+= 1
                var total = 0
                for _ in 0..<times {
                    total = total &+ (switching.value % 2 == 0 ? even.value : odd.value)
                }
                return total
            }
        case .window(let start, let length, let indices):
            let (start, inputs) = (cells[start], indices.map { cells[$0] })
            return {
                tally.bodies &+= 1
                var total = 0
                for offset in 0..<length {
                    total = total &+ inputs[(start.value + offset) % inputs.count].value
                }
                return total
            }
        }
    }
}
