import Foundation

/// The figures of a run, for people and for machines.
struct Report: Encodable {
    struct Row: Encodable {
        let shape: String
        let variant: String
        let median: Double
        let least: Double
        let most: Double
    }

    struct Outcome: Encodable {
        let shape: String
        let against: String
        let ratio: Double
        let target: Double
        let isMet: Bool
    }

    private(set) var rows: [Row] = []
    private(set) var outcomes: [Outcome] = []

    @MainActor
    mutating func add(_ shape: Shape, _ figures: [Sampler.Figure]) {
        for figure in figures {
            rows.append(
                Row(
                    shape: shape.name, variant: figure.kind.rawValue, median: figure.median,
                    least: figure.least, most: figure.most))
        }
        let medians = Dictionary(uniqueKeysWithValues: figures.map { ($0.kind, $0.median) })
        for target in Target.all where target.shape == shape.name {
            guard let own = medians[.graph], let other = medians[target.against] else { continue }
            outcomes.append(
                Outcome(
                    shape: shape.name, against: target.against.rawValue, ratio: own / other,
                    target: target.ratio, isMet: own <= other * target.ratio))
        }
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    /// One line for each shape with its medians, then one for each target.
    var table: String {
        var lines = ["ns a body, median (least–most)"]
        for shape in rows.map(\.shape).uniqued {
            let cells = rows.filter { $0.shape == shape }.map { row in
                "\(row.variant) \(text(row.median)) (\(text(row.least))–\(text(row.most)))"
            }
            lines.append(shape.padded(22) + cells.joined(separator: "  "))
        }
        lines.append("")
        for outcome in outcomes {
            lines.append(
                "\(outcome.isMet ? "met   " : "MISSED") \(outcome.shape.padded(22))"
                    + "\(text(outcome.ratio)) × \(outcome.against), at most \(text(outcome.target))")
        }
        let met = outcomes.count(where: \.isMet)
        return (lines + ["", "\(met) of \(outcomes.count) targets met"]).joined(separator: "\n")
    }

    private func text(_ value: Double) -> String {
        value < 10 ? String(format: "%.2f", value) : String(format: "%.0f", value)
    }
}

extension [String] {
    /// Each once, in order.
    fileprivate var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(width - count, 1))
    }
}
