extension AnyServiceKey {
    /// The keys a reader may have meant: those of the same name first, then by edits, at most
    /// three. Complexity: O(keys × name length²).
    func nearest(in keys: [AnyServiceKey]) -> [AnyServiceKey] {
        let distances = keys.enumerated().compactMap { place, key in
            name.edits(to: key.name).map { (edits: $0, place: place) }
        }
        return distances.sorted { ($0.edits, $0.place) < ($1.edits, $1.place) }
            .prefix(3).map { keys[$0.place] }
    }
}

extension String {
    /// How many edits lead to `other`, case aside; `nil` when they are too many for a slip.
    fileprivate func edits(to other: String) -> Int? {
        let (left, right) = (Array(lowercased()), Array(other.lowercased()))
        if left == right { return 0 }
        let most = Swift.min(2, Swift.min(left.count, right.count) / 2)
        if abs(left.count - right.count) > most { return nil }
        var row = Array(0...right.count)
        for (i, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, candidate) in right.enumerated() {
                let edit = Swift.min(
                    row[j] + 1, row[j + 1] + 1, diagonal + (character == candidate ? 0 : 1))
                diagonal = row[j + 1]
                row[j + 1] = edit
            }
        }
        return row[right.count] <= most ? row[right.count] : nil
    }
}
