/// When the bytes of an answer go out, and how many of them, by the faults that say so.
struct Pacing {
    /// How many bytes of the body go out.
    private(set) var count: Int
    private(set) var endsConnection = false
    private var isReset = false
    private var isSilent = false
    private var latency = Duration.zero
    private var drip: (bytes: Int, every: Duration)?
    private var stall: (gate: StallGate, after: Int)?

    /// - Parameter count: The length of the body.
    init(_ faults: [Fault], count: Int) {
        self.count = count
        for fault in faults {
            switch fault {
            case .latency(let wait): latency += wait
            case .drip(let bytes, let every): drip = (max(bytes, 1), every)
            case .stall(let gate, let after): stall = (gate, after)
            case .cut(let limit) where limit < count: end(after: limit)
            case .reset(let limit):
                end(after: limit)
                isReset = true
            case .noAnswer:
                end(after: 0)
                isSilent = true
            default: break
            }
        }
    }

    private mutating func end(after limit: Int) {
        count = min(count, limit)
        endsConnection = true
    }

    func steps(head: [UInt8], payload: [UInt8]) -> [WireStep] {
        var steps: [WireStep] = latency > .zero ? [.wait(latency)] : []
        if !isSilent {
            steps.append(.head(head))
            let held = stall.map { min($0.after, count) } ?? count
            steps += pieces(of: payload[..<held])
            if let stall { steps.append(.hold(stall.gate)) }
            steps += pieces(of: payload[held..<count])
        }
        if isReset { steps.append(.reset) }
        return steps
    }

    private func pieces(of bytes: ArraySlice<UInt8>) -> [WireStep] {
        guard !bytes.isEmpty else { return [] }
        guard let drip else { return [.send(bytes)] }
        return stride(from: bytes.startIndex, to: bytes.endIndex, by: drip.bytes).flatMap { start in
            let piece = WireStep.send(bytes[start..<min(start + drip.bytes, bytes.endIndex)])
            return start == bytes.startIndex ? [piece] : [.wait(drip.every), piece]
        }
    }
}
