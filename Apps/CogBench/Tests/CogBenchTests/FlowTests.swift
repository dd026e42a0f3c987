import Foundation
import Testing

@testable import cog_bench

@MainActor
@Suite("The flows")
struct FlowTests {
    private let meter = FlowMeter(rounds: 2, patience: .zero) { _, operations in 1_000 + operations * 24 }

    @Test(
        "ASYNC-5: each variant of each flow reads what it must, begins the work it must, and publishes no more"
    )
    func work() async throws {
        let flows = [.cycle, .load(50), .stream(50)] + Storm.allCases.map { Flow.storm($0, 50) }
        for flow in flows {
            var random = SystemRandomNumberGenerator()
            let cost = try await meter.measure(flow, random: &random)
            #expect(cost.figures[.graph] != nil, "\(flow.name)")
            #expect(cost.peak == 24)
        }
    }

    @Test("A sample that reads, begins or publishes something else is refused")
    func refusal() async throws {
        let right = Flow.cycle
        func refuses(_ work: Work, _ publications: Int, _ more: Int) async {
            let wrong = Flow(
                name: "wrong", units: 1, work: work, publications: publications,
                result: { right.result($0) + more }, make: right.make)
            var random = SystemRandomNumberGenerator()
            await #expect(throws: FlowMeter.Wrong.self) { try await meter.measure(wrong, random: &random) }
        }
        await refuses(right.work, right.publications, 1)
        await refuses(Work(bodies: 2, reactions: 1), right.publications, 0)
        await refuses(Work(bodies: 1, reactions: 2), right.publications, 0)
        await refuses(right.work, right.publications + 1, 0)
    }

    @Test("A flow whose memory nobody measures has no peak")
    func noPeak() async throws {
        var random = SystemRandomNumberGenerator()
        let meter = FlowMeter(rounds: 1, patience: .zero) { _, _ in nil }
        #expect(try await meter.measure(.load(3), random: &random).peak == nil)
    }

    @Test("What a bench of one flow says of its memory is read from its last line")
    func peak() {
        #expect(Peak.parse("warned\n\(Peak.line(1_024))\n") == 1_024)
        #expect(Peak.parse("peak one") == nil)
        #expect(Peak.parse("") == nil)
        #expect(Peak.bytes ?? 0 > 1_024 * 1_024)
    }
}
