/// The design as C functions over one block of memory, called in order.
@MainActor
final class FloorVariant: Variant {
    private typealias Body = @convention(c) (UnsafePointer<Int>, UnsafePointer<Int>, Int) -> Int

    private struct Step {
        let body: Body
        let arguments: UnsafePointer<Int>
        let count: Int
        let result: UnsafeMutablePointer<Int>
    }

    let tally: Tally
    private let design: Design
    // The last reference frees them, wherever it is dropped.
    private nonisolated(unsafe) let values: UnsafeMutablePointer<Int>
    private nonisolated(unsafe) let arguments: UnsafeMutablePointer<Int>
    /// What an operation runs, for each choice of sources in turn.
    private nonisolated(unsafe) let steps: UnsafeMutableBufferPointer<Step>
    private let schedules: [UnsafeBufferPointer<Step>]

    init(_ design: Design, _ tally: Tally) {
        self.tally = tally
        self.design = design
        let count = design.start.count + design.nodes.count
        values = .allocate(capacity: count)
        values.initialize(repeating: 0, count: count)
        for (source, value) in design.start.enumerated() { values[source] = value }
        let packed = design.nodes.map(Self.pack)
        arguments = .allocate(capacity: packed.reduce(0) { $0 + $1.arguments.count })
        var all: [Step] = []
        var offset = 0
        for (index, (body, list)) in packed.enumerated() {
            (arguments + offset).initialize(from: list, count: list.count)
            all.append(
                Step(
                    body: body, arguments: arguments + offset, count: list.count,
                    result: values + design.start.count + index))
            offset += list.count
        }
        steps = .allocate(capacity: design.schedules.reduce(0) { $0 + $1.count })
        _ = steps.initialize(from: design.schedules.joined().lazy.map { all[$0] })
        var place = 0
        var schedules: [UnsafeBufferPointer<Step>] = []
        for schedule in design.schedules {
            schedules.append(UnsafeBufferPointer(rebasing: steps[place..<place + schedule.count]))
            place += schedule.count
        }
        self.schedules = schedules
        for step in all { step.result.pointee = step.body(values, step.arguments, step.count) }
        tally.bodies += all.count
        if design.isObserved { tally.reactions += design.reads.count }
    }

    deinit {
        values.deallocate()
        arguments.deallocate()
        steps.deallocate()
    }

    func run(_ operations: Range<Int>) -> Int {
        let (writes, rotation, value, reads) = (design.writes, design.rotation, design.value, design.reads)
        let (values, schedules) = (values, schedules)
        var first = design.firstSource(operations.lowerBound)
        var (total, bodies) = (0, 0)
        for operation in operations {
            for place in 0..<writes { values[first + place] = value(operation, place) }
            let steps = schedules[first]
            for step in steps { step.result.pointee = step.body(values, step.arguments, step.count) }
            bodies += steps.count
            total = 0
            for index in reads.indices { total = total &+ values[reads[index]] }
            first = first + 1 == rotation ? 0 : first + 1
        }
        tally.bodies += bodies
        if design.isObserved { tally.reactions += operations.count * reads.count }
        return total
    }

    private static func pack(_ node: Design.Node) -> (body: Body, arguments: [Int]) {
        switch node {
        case .add(let a, let k): ({ v, args, _ in v[args[0]] &+ args[1] }, [a, k])
        case .double(let a): ({ v, args, _ in v[args[0]] &* 2 }, [a])
        case .negate(let a): ({ v, args, _ in 0 &- v[args[0]] }, [a])
        case .zero(let a): ({ _, _, _ in 0 }, [a])
        case .plus(let a, let b): ({ v, args, _ in v[args[0]] &+ v[args[1]] }, [a, b])
        case .minus(let a, let b): ({ v, args, _ in v[args[0]] &- v[args[1]] }, [a, b])
        case .sum(let inputs):
            (
                { v, args, count in
                    var total = 0
                    for index in 0..<count { total = total &+ v[args[index]] }
                    return total
                }, inputs
            )
        case .again(let a, let times):
            (
                { v, args, _ in
                    var total = 0
                    for _ in 0..<args[1] { total = total &+ v[args[0]] }
                    return total
                }, [a, times]
            )
        case .alternate(let switching, let even, let odd, let times):
            (
                { v, args, _ in
                    var total = 0
                    for _ in 0..<args[3] { total = total &+ v[v[args[0]] % 2 == 0 ? args[1] : args[2]] }
                    return total
                }, [switching, even, odd, times]
            )
        case .window(let start, let length, let inputs):
            (
                { v, args, count in
                    var total = 0
                    for offset in 0..<args[1] {
                        total = total &+ v[args[2 + (v[args[0]] + offset) % (count - 2)]]
                    }
                    return total
                }, [start, length] + inputs
            )
        }
    }
}
