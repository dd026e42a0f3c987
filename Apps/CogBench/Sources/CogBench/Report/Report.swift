import Foundation

/// What a run found out, for people and for machines.
struct Report {
    var evidence = Evidence()
    /// In the order they were measured.
    var shapes: [String] = []
    var memory: [MemoryUse] = []
    var growth: [Growth] = []
    var services: [ServiceCost] = []
    var flows: [FlowCost] = []

    @MainActor
    mutating func add(_ shape: Shape, _ figures: [VariantKind: Figure]) {
        shapes.append(shape.name)
        evidence.figures[shape.name] = figures
        evidence.units[shape.name] = shape.units
    }

    mutating func add(_ use: MemoryUse) {
        memory.append(use)
        evidence.memory[use.kind] = use.bytes
    }

    mutating func add(_ cost: ServiceCost) {
        services.append(cost)
        evidence.services.merge(cost.evidence) { $1 }
    }

    mutating func add(_ cost: FlowCost) {
        flows.append(cost)
        evidence.figures[cost.name] = cost.figures
        evidence.units[cost.name] = cost.units
    }

    mutating func add(_ curve: Growth) {
        growth.append(curve)
        evidence.steepness[curve.series] = curve.steepness
    }

    /// Medians with the least and the most of each variant, and what the graph's comes to in ratio to
    /// scheduling by hand, beside what alien-signals' came to.
    var shapeTable: Table {
        var table = Table(
            head: ["ns a body or row"] + VariantKind.allCases.map(\.rawValue)
                + ["÷ control", "alien-signals ÷ control"])
        for shape in shapes {
            let figures = evidence.figures[shape] ?? [:]
            table.rows.append(
                [shape]
                    + VariantKind.allCases.map { kind in
                        figures[kind]?.inFull ?? "–"
                    }
                    + [
                        evidence.value(.ratio(shape, .control))?.short ?? "–",
                        Published.alienSignals[shape]?.ratio.short ?? "–",
                    ])
        }
        return table
    }

    func targetTable(_ outcomes: [Outcome]) -> Table {
        var table = Table(head: ["target", "measured", "at most", ""])
        for outcome in outcomes {
            let because = outcome.because.isEmpty ? "" : " (\(outcome.because))"
            table.rows.append([
                outcome.what, outcome.measured?.short ?? "–", outcome.atMost.short + because,
                outcome.verdict.rawValue,
            ])
        }
        return table
    }

    var memoryTable: Table {
        var table = Table(head: ["what", "bytes"])
        for use in memory { table.rows.append([use.kind.rawValue, use.bytes.short]) }
        return table
    }

    /// Medians with the least and the most.
    var serviceTable: Table {
        var table = Table(head: ["services", "checking, ms", "starting, ms", "stopping, ms"])
        for cost in services {
            table.rows.append(
                [cost.services.grouped] + [cost.check, cost.start, cost.stop].map(\.inFull))
        }
        return table
    }

    /// Medians with the least and the most, in ratio to the same by hand, and what memory it took at most.
    var flowTable: Table {
        let kinds = [VariantKind.control, .graph]
        var table = Table(
            head: ["ns a run, element or refresh"] + kinds.map(\.rawValue) + ["÷ control", "MB at most"])
        for cost in flows {
            let figures = kinds.map { cost.figures[$0]?.inFull ?? "–" }
            let ratio = evidence.value(.ratio(cost.name, .control))?.short ?? "–"
            let peak = cost.peak.map { (Double($0) / 1_048_576).short } ?? "–"
            table.rows.append([cost.name] + figures + [ratio, peak])
        }
        return table
    }

    /// The least of each: what the work takes, without what else the machine did.
    var growthTable: Table {
        let sizes = growth.first?.points.map(\.size) ?? []
        var table = Table(head: ["ns"] + sizes.map(\.grouped) + ["steepness"])
        for curve in growth {
            let cells = sizes.map { size in
                curve.points.first { $0.size == size }?.figure.least.short ?? "–"
            }
            table.rows.append([curve.series.title] + cells + [curve.steepness?.short ?? "–"])
        }
        return table
    }

    /// Those targets that this run has something to say about.
    var measured: [Outcome] { evidence.outcomes.filter { $0.verdict != .unmeasured } }

    static func summary(_ outcomes: [Outcome]) -> String {
        "\(outcomes.count { $0.verdict == .met }) of \(outcomes.count) targets met"
    }

    var text: String {
        var parts: [String] = []
        if !shapes.isEmpty { parts.append(shapeTable.text) }
        if !memory.isEmpty { parts.append(memoryTable.text) }
        if !growth.isEmpty { parts.append(growthTable.text) }
        if !flows.isEmpty { parts.append(flowTable.text) }
        if !services.isEmpty { parts.append(serviceTable.text) }
        if !measured.isEmpty { parts += [targetTable(measured).text, Self.summary(measured)] }
        return parts.joined(separator: "\n\n")
    }

    /// What a page shows of this run, by the names of its places.
    var sections: [(name: String, content: String)] {
        var sections: [(name: String, content: String)] = []
        if !shapes.isEmpty { sections.append(("shapes", shapeTable.markdown)) }
        if !memory.isEmpty { sections.append(("memory", memoryTable.markdown)) }
        if !growth.isEmpty { sections.append(("growth", growthTable.markdown)) }
        if !flows.isEmpty { sections.append(("flows", flowTable.markdown)) }
        if !services.isEmpty { sections.append(("services", serviceTable.markdown)) }
        if !shapes.isEmpty, !memory.isEmpty, !growth.isEmpty {
            let outcomes = evidence.outcomes
            sections.append(
                ("targets", "\(Self.summary(outcomes)).\n\n\(targetTable(outcomes).markdown)"))
        }
        return sections
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            return String(decoding: try encoder.encode(Document(self)), as: UTF8.self)
        }
    }

    private struct Document: Encodable {
        struct Entry: Encodable {
            let shape: String
            let units: Int
            let nanoseconds: [String: Figure]
        }

        let shapes: [Entry]
        let memory: [MemoryUse]
        let growth: [Growth]
        let services: [ServiceCost]
        let flows: [FlowCost]
        let targets: [Outcome]

        init(_ report: Report) {
            shapes = report.shapes.map { shape in
                let figures = report.evidence.figures[shape] ?? [:]
                return Entry(
                    shape: shape, units: report.evidence.units[shape] ?? 0,
                    nanoseconds: Dictionary(
                        uniqueKeysWithValues: figures.map { ($0.key.rawValue, $0.value) }))
            }
            memory = report.memory
            growth = report.growth
            services = report.services
            flows = report.flows
            targets = report.measured
        }
    }
}
