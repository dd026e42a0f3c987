/// Every way in which one program can go.
package struct Exploration {
    /// What an exploration found.
    package struct Result: Sendable {
        package var runs = 0
        /// How many of them came to their body.
        package var bodies = 0
        package var events = 0
        package var replayed = 0
        package var services = 0
        package var failed: Failure?

        package init() {}

        package mutating func add(_ other: Result) {
            runs += other.runs
            bodies += other.bodies
            events += other.events
            replayed += other.replayed
            services += other.services
            if failed == nil { failed = other.failed }
        }
    }

    /// One run out of this many is run again from its beginning, to see that it goes the same way.
    private static let replayedOf = 512

    private let program: Program
    private var result = Result()

    private init(_ program: Program) { self.program = program }

    /// Runs the program in every way, until one breaks a promise.
    package static func run(_ program: Program) -> Result {
        guard var world = try? World(program) else { return Result() }
        world.coast()
        var exploration = Exploration(program)
        exploration.explore(world)
        return exploration.result
    }

    private mutating func explore(_ world: World) {
        var world = world
        while world.violation == nil, world.ways > 0 {
            for way in 1..<world.ways {
                var other = world
                other.take(way)
                explore(other)
                if result.failed != nil { return }
            }
            world.take(0)
        }
        leave(world)
    }

    private mutating func leave(_ world: World) {
        result.runs += 1
        result.bodies += world.hasBody ? 1 : 0
        result.events += world.events
        if let violation = world.violation {
            result.failed = Failure(program: program, path: world.path, violation: violation)
        } else if result.runs % Self.replayedOf == 0 {
            result.replayed += 1
            guard World.replay(program, along: world.path)?.digest != world.digest else { return }
            result.failed = Failure(
                program: program, path: world.path, violation: "promise 8: the same run went another way")
        }
    }
}
