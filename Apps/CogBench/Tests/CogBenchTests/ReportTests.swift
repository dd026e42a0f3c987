import Foundation
import Testing

@testable import cog_bench

@Suite("The report")
struct ReportTests {
    @Test("The median of an even number of samples is between the middle two")
    func figures() {
        let odd = Figure([9, 1, 5])
        #expect((odd.median, odd.least, odd.most) == (5, 1, 9))
        #expect(Figure([4, 1, 3, 100]).median == 3.5)
    }

    @Test("Steepness is the power of the size that a cost goes with")
    func steep() throws {
        let sizes = [1_000.0, 10_000, 100_000]
        #expect(abs(try #require(steepness(sizes.map { ($0, 7) }))) < 1e-9)
        #expect(abs(try #require(steepness(sizes.map { ($0, $0 * 3) })) - 1) < 1e-9)
        #expect(abs(try #require(steepness(sizes.map { ($0, $0.squareRoot()) })) - 0.5) < 1e-9)
        #expect(steepness([(1_000, 7)]) == nil)
        #expect(steepness([]) == nil)
    }

    @Test("A target is met up to its limit, missed past it, and neither where nothing was measured")
    func verdicts() {
        let target = Target(.ratio("steady", .control), 1.5)
        #expect(target.verdict(1.5) == .met)
        #expect(target.verdict(1.51) == .missed)
        #expect(target.verdict(nil) == .unmeasured)
    }

    @Test("Each measure finds its evidence, and only that")
    func evidence() throws {
        var evidence = Evidence()
        #expect(evidence.value(.ratio("a", .control)) == nil)
        evidence.figures = [
            "a": [.graph: Figure([30]), .control: Figure([20])], "b": [.graph: Figure([60])],
        ]
        evidence.units = ["a": 10, "b": 100]
        evidence.counts = try Counts(
            parsing: "# said\na 2200 0\nb 44000 3\ntouch-all@1000 5000 -\ntouch-all@30000 300000 -\n")
        evidence.memory = [.edge: 22]
        evidence.services = [.run: 400]
        #expect(evidence.value(.services(.run)) == 400)
        #expect(evidence.value(.time("a")) == 30)
        #expect(evidence.value(.time("c")) == nil)
        #expect(evidence.value(.services(.validate)) == nil)
        #expect(evidence.value(.ratio("a", .control)) == 1.5)
        #expect(evidence.value(.ratio("b", .control)) == nil)
        #expect(evidence.value(.flat("b", over: "a")) == 2)
        #expect(evidence.value(.instructions("a")) == 220)
        #expect(evidence.value(.flatInstructions("b", over: "a")) == 2)
        #expect(evidence.value(.allocations("b")) == 3)
        #expect(evidence.value(.allocations("touch-all@1000")) == nil)
        #expect(evidence.value(.memory(.edge)) == 22)
        #expect(evidence.value(.memory(.manual)) == nil)
        // 10 for each row where it was 5.
        #expect(evidence.value(.flatSeries(.touchAll)) == 2)
        #expect(evidence.value(.steepness(.touchAll)) == nil)
        evidence.steepness = [.touchAll: 0.5, .hand: 0.25]
        #expect(evidence.value(.steepness(.touchAll)) == 0.25)
    }

    @Test("Counts that are not a name and numbers are refused")
    func counts() {
        for line in ["a 1", "a one 2", "a 1 two", "a 1 2 3"] {
            #expect(throws: Counts.Wrong.self) { try Counts(parsing: line) }
        }
    }

    @Test("Every target names a shape that is measured, with the variant that it is held against")
    @MainActor
    func targets() {
        let names = Set(Shape.names)
        for target in Target.all {
            switch target.measure {
            case .ratio(let shape, let kind): #expect(Shape.named(shape)?.make(kind) != nil, "\(shape)")
            case .flat(let shape, let base), .flatInstructions(let shape, let base):
                #expect(names.contains(shape) && names.contains(base), "\(shape), \(base)")
            case .instructions(let shape), .allocations(let shape), .time(let shape):
                #expect(names.contains(shape), "\(shape)")
            case .memory, .services, .steepness, .flatSeries: break
            }
        }
        #expect(names.isSuperset(of: Published.alienSignals.keys))
        #expect(Target.ahead(on: "chain100").atMost == 1.3)
        #expect(Target.ahead(on: "fan16").atMost == 1)
    }

    @Test("The JSON of a run names its shapes, memory, growth and the targets that it decides")
    func json() throws {
        let report = Self.report
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
        #expect(Set(object.keys) == ["shapes", "memory", "growth", "services", "flows", "targets"])
        let shape = try #require((object["shapes"] as? [[String: Any]])?.first)
        #expect(shape["shape"] as? String == "steady")
        #expect(shape["units"] as? Int == 1)
        let graph = try #require((shape["nanoseconds"] as? [String: [String: Double]])?["graph"])
        #expect(graph == ["median": 30, "least": 20, "most": 90])
        let curve = try #require((object["growth"] as? [[String: Any]])?.first)
        #expect(curve["series"] as? String == "touch-1")
        #expect((curve["points"] as? [[String: Any]])?.map { $0["size"] as? Int } == [1_000, 10_000])
        let flow = try #require((object["flows"] as? [[String: Any]])?.first)
        #expect(flow["flow"] as? String == "async-cycle")
        #expect(flow["peakBytes"] as? Int == 3 << 20)
        let targets = try #require(object["targets"] as? [[String: Any]])
        #expect(targets.map { $0["verdict"] as? String } == ["met", "missed", "missed", "met", "met"])
        #expect(targets.first?["measured"] as? Double == 1.5)
    }

    @Test("Tables end their numbers together, and say what is missing with a dash")
    func tables() {
        var table = Table(head: ["what", "ns"])
        table.rows = [["a", "1"], ["long one", "1,000"]]
        #expect(table.text == "what         ns\na             1\nlong one  1,000")
        #expect(table.markdown == "| what | ns |\n| --- | ---: |\n| a | 1 |\n| long one | 1,000 |")
        #expect(
            Self.report.shapeTable.rows == [
                ["steady", "–", "20 (20–20)", "–", "30 (20–90)", "1.50", "1.32"]
            ])
        #expect(
            Self.report.flowTable.rows == [
                ["async-cycle", "3,000 (2,000–7,000)", "6,000 (6,000–6,000)", "2.00", "3.00"]
            ])
        #expect(
            Self.report.serviceTable.rows == [["10,000", "30 (20–40)", "100 (100–100)", "200 (200–200)"]])
        #expect(
            [0, 0.5, 9.996, 12, 12.34, 123.4, 1_234_567.0, -0.25].map(\.short) == [
                "0", "0.50", "10.00", "12", "12.3", "123", "1,234,567", "-0.25",
            ])
    }

    @Test("A page keeps all but what stands between a section's marks")
    func page() throws {
        var page = Page(text: "# Page\n\n<!-- a -->\nold\n<!-- /a -->\n\nkept <!-- b --><!-- /b -->\n")
        try page.replace("a", with: "new")
        try page.replace("a", with: "newer")
        #expect(page.text == "# Page\n\n<!-- a -->\n\nnewer\n\n<!-- /a -->\n\nkept <!-- b --><!-- /b -->\n")
        #expect(throws: Page.Wrong.self) { try page.replace("c", with: "") }
        #expect(
            Self.report.sections.map(\.name) == [
                "shapes", "memory", "growth", "flows", "services", "targets",
            ])
    }

    private static let report: Report = {
        var report = Report()
        report.shapes = ["steady"]
        report.evidence.units = ["steady": 1]
        report.evidence.figures = [
            "steady": [.graph: Figure([20, 30, 90]), .control: Figure([20])]
        ]
        report.add(MemoryUse(kind: .keyedManual, bytes: 97))
        report.add(
            Growth(
                series: .touchOne,
                points: [
                    .init(size: 1_000, figure: Figure([100])), .init(size: 10_000, figure: Figure([1_000])),
                ]))
        report.evidence.steepness[.hand] = 0.25
        report.add(
            FlowCost(
                name: "async-cycle", units: 1,
                figures: [.graph: Figure([6_000]), .control: Figure([2_000, 3_000, 7_000])], peak: 3 << 20))
        report.add(
            ServiceCost(
                services: 10_000, check: Figure([20, 30, 40]), start: Figure([100]), stop: Figure([200]),
                startAndStop: Figure([300])))
        return report
    }()
}
