/// A run that broke a promise, and how to see it again.
package struct Failure: Sendable, CustomStringConvertible {
    let program: Program
    let path: [Int]
    package let violation: String

    package var description: String {
        let world = World.replay(program, along: path, isRecorded: true)
        return "needs \(program.needs), \(program.vocabulary.limits.stopOrder) stops\n"
            + (world?.journal ?? []).joined(separator: "\n").replacing("StoicServices.RunMachine.", with: "")
            + "\n\(violation)"
    }
}

extension World {
    /// The same program along a path taken before.
    static func replay(_ program: Program, along path: [Int], isRecorded: Bool = false) -> World? {
        guard var world = try? World(program) else { return nil }
        if isRecorded { world.journal = [] }
        world.coast()
        for way in path { world.take(way) }
        return world
    }
}
