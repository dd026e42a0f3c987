/// What a 200 becomes by the range that was asked for, and by what is wrong with the host's ranges.
struct RangeAnswer {
    private(set) var status = 200
    /// The bytes of the body that are sent; all for nil.
    private(set) var range: Range<Int>?
    private(set) var contentRange: String?
    let isOffered: Bool

    init(_ faults: [Fault], to request: Request, of response: Response) {
        var lies: Set<Fault.RangeLie> = []
        for case .ranges(let lie) in faults { lies.insert(lie) }
        isOffered = !lies.contains(.ignored)
        let total = response.body.count
        guard let asked = Self.asked(of: response, request, isConditional: !lies.contains(.unconditional))
        else {
            if lies.contains(.unasked) { send(0..<(total / 2), of: total, lies) }
            return
        }
        guard isOffered else { return }
        guard asked.first < total, !lies.contains(.refused) else {
            (status, range, contentRange) = (416, 0..<0, "bytes */\(total)")
            return
        }
        let first = lies.contains(.shifted) ? max(asked.first - 1, 0) : asked.first
        var end = min(asked.last ?? total - 1, total - 1) + 1
        if lies.contains(.short) { end = first + (end - first + 1) / 2 }
        send(first..<max(end, first), of: total, lies)
    }

    private mutating func send(_ range: Range<Int>, of total: Int, _ lies: Set<Fault.RangeLie>) {
        status = 206
        self.range = range
        guard !lies.contains(.unlabelled) else { return }
        let claimed = lies.contains(.wrongTotal) ? total + 1 : total
        contentRange = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(claimed)"
    }

    private static func asked(
        of response: Response, _ request: Request, isConditional: Bool
    ) -> (first: Int, last: Int?)? {
        guard let range = request[header: "Range"], range.hasPrefix("bytes=") else { return nil }
        if isConditional, let condition = request[header: "If-Range"], condition != response.etag,
            condition != response.lastModified
        {
            return nil
        }
        let ends = range.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]) else { return nil }
        return (first, Int(ends[1]))
    }
}
