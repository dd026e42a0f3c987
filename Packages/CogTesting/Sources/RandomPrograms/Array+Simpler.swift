extension Array {
    /// This array without one of its halves, quarters and so on, down to single elements.
    public var withoutParts: [[Element]] {
        var shorter: [[Element]] = []
        var size = count
        while size > 0 {
            for start in stride(from: 0, to: count, by: size) {
                shorter.append(Array(self[..<start] + self[Swift.min(start + size, count)...]))
            }
            size /= 2
        }
        return shorter
    }

    /// This array with one element in simpler forms, in turn.
    public func simpler(_ forms: (Element) -> [Element]) -> [[Element]] {
        indices.flatMap { index in
            forms(self[index]).map { form in
                var copy = self
                copy[index] = form
                return copy
            }
        }
    }

    /// This array with less in it: without parts, or with one element in a simpler form.
    public func smaller(_ forms: (Element) -> [Element]) -> [[Element]] {
        withoutParts + simpler(forms)
    }
}
