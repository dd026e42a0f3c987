/// A `Content-Range` header.
struct ContentRange: Equatable {
    /// The offset of the first byte; nil for an unsatisfied range.
    let first: Int64?
    let total: Int64?

    init?(_ text: String) {
        guard text.lowercased().hasPrefix("bytes ") else { return nil }
        let sides = text.dropFirst(6).split(separator: "/")
        guard sides.count == 2 else { return nil }
        total = Int64(sides[1])
        if sides[0] == "*" {
            first = nil
        } else {
            guard let offset = sides[0].split(separator: "-").first.flatMap({ Int64($0) }) else {
                return nil
            }
            first = offset
        }
    }
}
