import Testing

@testable import cog_bench

@MainActor
@Suite("The shapes")
struct ShapeTests {
    /// Those that a debug build takes long over do what their smaller kin do.
    private static let large = [
        "pinned-100000", "idle-100000", "build-keyed-100000", "build-unkeyed-100000", "each-same-100000",
        "each-10-of-100000",
    ]

    @Test("GRAPH-1: each variant of each shape reads what it must, and runs the bodies it must and no more")
    func work() throws {
        let sampler = Sampler(rounds: 1)
        for name in Shape.names where !Self.large.contains(name) {
            let shape = try #require(Shape.named(name))
            #expect(shape.name == name)
            let kinds = VariantKind.allCases.filter { shape.make($0) != nil }
            #expect(kinds.contains(.graph))
            for kind in kinds { try sampler.check(shape, kind, operations: shape.units > 1_000 ? 1 : 9) }
        }
    }

    @Test("A sample that reads something else, or runs another number of bodies, is refused")
    func refusal() throws {
        let right = try #require(Shape.named("steady"))
        let sampler = Sampler(rounds: 1)
        let misread = Shape(
            name: "misread", units: 1, work: right.work, result: { right.result($0) + 1 }, make: right.make)
        #expect(throws: Sampler.Wrong.self) { try sampler.check(misread, .graph, operations: 3) }
        let idle = Shape(
            name: "idle", units: 1, work: { _ in Work(bodies: 2) }, result: right.result, make: right.make)
        #expect(throws: Sampler.Wrong.self) { try sampler.check(idle, .graph, operations: 3) }
    }

    @Test("Every series gives what it must at its smallest size")
    func series() async throws {
        #expect(Set(Series.all.map(\.name)) == Set(Series.Name.allCases))
        let meter = GrowthMeter(most: Series.sizes[0], patience: .zero)
        for series in Series.all {
            let growth = try await meter.measure(series)
            #expect(growth.points.map(\.size) == [1_000])
            #expect(growth.steepness == nil)
        }
    }

    @Test("A design's model follows the latest write of each source")
    func model() {
        let design = Design(
            name: "two", start: [5, 7],
            nodes: [.plus(0, 1), .alternate(switching: 2, even: 0, odd: 1, times: 3)],
            reads: [2, 3], work: Work(bodies: 2), rotation: 2, value: { operation, _ in operation * 10 + 1 })
        // The first operation wrote 1 over 5; 1 + 7 is even, so three times the first.
        #expect(design.result(after: 0) == 8 + 3)
        // Then 11 over 7, and 21 over 1.
        #expect(design.result(after: 1) == 12 + 3)
        #expect(design.result(after: 2) == 32 + 63)
        #expect(design.schedules == [[0, 1], [0, 1]])
    }

    @Test("Scheduling by hand runs what a write can reach and no more")
    func schedules() throws {
        let design = try #require(Design.all.first { $0.name == "dyn-10x5f2" }).design
        #expect(design.schedules.map(\.count) == Array(repeating: 2 + 3 + 4 + 5, count: 10))
        #expect(design.schedules[0].prefix(2) == [0, 9])
        // Four rows of two paths each, for each of the five leaves that change.
        #expect(design.work[.observable] == Work(bodies: 5 * (1 + 2 + 4 + 8)))
    }

    /// In a process of its own: what the tests beside it free meanwhile would count as well.
    @Test("Memory is weighed for every kind, and nothing weighs less than its value and key")
    func memory() async {
        await #expect(processExitsWith: .success) {
            let uses = await MemoryMeter(count: 5_000).all()
            #expect(uses.map(\.kind) == MemoryUse.Kind.allCases)
            for use in uses.prefix(6) { #expect(use.bytes > 16, "\(use.kind)") }
        }
    }
}
