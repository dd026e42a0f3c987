/// Finds what a person may have meant.
enum NearNames {
    /// The names that are a few edits from `text`, whatever the case, the nearest first; at most three.
    static func near(_ text: String, among names: some Sequence<String>) -> [String] {
        let wanted = Array(text.lowercased().unicodeScalars)
        let allowed = max(1, min(wanted.count / 3, 4))
        var seen: Set<String> = []
        let close = names.enumerated().compactMap { place, name -> (name: String, edits: Int, place: Int)? in
            let own = Array(name.lowercased().unicodeScalars)
            guard abs(own.count - wanted.count) <= allowed, seen.insert(name).inserted else { return nil }
            let edits = edits(wanted, own)
            return edits <= allowed ? (name, edits, place) : nil
        }
        return close.sorted { ($0.edits, $0.place) < ($1.edits, $1.place) }.prefix(3).map(\.name)
    }

    /// How many letters have to be put in, taken out, changed, or swapped with the next one.
    private static func edits(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var before: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var next = [row + 1]
            for (column, other) in right.enumerated() {
                var best = min(
                    last[column + 1] + 1, next[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    best = min(best, before[column - 1] + 1)
                }
                next.append(best)
            }
            (before, last) = (last, next)
        }
        return last[right.count]
    }
}

extension [String] {
    /// What to say to someone who may have meant one of these; nothing for none.
    var suggestion: String? {
        isEmpty ? nil : "did you mean " + map { "'\($0)'" }.joined(separator: " or ") + "?"
    }
}
