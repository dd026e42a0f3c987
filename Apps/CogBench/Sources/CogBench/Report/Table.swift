import Foundation

/// Rows of cells, written for a terminal or for a page.
struct Table: Equatable {
    let head: [String]
    var rows: [[String]] = []

    /// Columns side by side; all but the first are numbers, and end together.
    var text: String {
        let all = [head] + rows
        let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = zip(row, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + space : space + cell.0
            }
            return cells.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    var markdown: String {
        let rule = head.indices.map { $0 == 0 ? "---" : "---:" }
        return ([head, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
            .joined(separator: "\n")
    }
}

extension Double {
    /// Three figures at most, and thousands apart.
    var short: String {
        let size = magnitude
        if size != 0, size < 10 { return String(format: "%.2f", self) }
        if size < 100 { return String(format: size == rounded() ? "%.0f" : "%.1f", self) }
        return Int(rounded()).grouped
    }
}

extension Figure {
    /// The median, and between which samples it is.
    var inFull: String { "\(median.short) (\(least.short)–\(most.short))" }
}

extension Int {
    /// With a comma between thousands.
    var grouped: String {
        var digits = String(magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (self < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }
}
