/// The design as C functions over one block of memory, called in order.
final class FloorVariant: Variant {
    private typealias Body = @convention(c) (UnsafePointer<Int>, UnsafePointer<Int>, Int) -> Int

    private struct Step {
        let body: Body
        let arguments: UnsafePointer<Int>
        let count: Int
    }

    private let design: Design
    private let values: UnsafeMutablePointer<Int>
    private let arguments: UnsafeMutablePointer<Int>
    private var steps: [Step] = []

    init(_ design: Design) {
        self.design = design
        values = .allocate(capacity: design.start.count + design.nodes.count)
        values.initialize(repeating: 0, count: design.start.count + design.nodes.count)
        for (source, value) in design.start.enumerated() { values[source] = value }
        let packed = design.nodes.map(Self.pack)
        arguments = .allocate(capacity: packed.reduce(0) { $0 + $1.arguments.count })
        var offset = 0
        for (body, list) in packed {
            (arguments + offset).initialize(from: list, count: list.count)
            steps.append(Step(body: body, arguments: arguments + offset, count: list.count))
            offset += list.count
        }
    }

    deinit {
        values.deallocate()
        arguments.deallocate()
    }

    func run(_ operations: Range<Int>) -> Int {
        for operation in operations {
            for source in 0..<design.writes { values[source] = design.value(operation, source) }
            let firstNode = design.start.count
            steps.withUnsafeBufferPointer { steps in
                for index in steps.indices {
                    let step = steps[index]
                    values[firstNode + index] = step.body(values, step.arguments, step.count)
                }
            }
        }
        return design.reads.reduce(0) { $0 &+ values[$1] }
    }

    private static func pack(_ node: Design.Node) -> (body: Body, arguments: [Int]) {
        switch node {
        case .add(let a, let k): ({ v, args, _ in v[args[0]] &+ args[1] }, [a, k])
        case .double(let a): ({ v, args, _ in v[args[0]] &* 2 }, [a])
        case .negate(let a): ({ v, args, _ in 0 &- v[args[0]] }, [a])
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
        case .alternate(let switching, let even, let odd, let times):
            (
                { v, args, _ in
                    var total = 0
                    for _ in 0..<args[3] { total = total &+ v[v[args[0]] % 2 == 0 ? args[1] : args[2]] }
                    return total
                }, [switching, even, odd, times]
            )
        }
    }
}
