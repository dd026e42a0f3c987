extension AsyncProgram: CustomStringConvertible {
    /// A short script.
    public var description: String {
        var lines = [".\(policy), \(work), \(demand)\(keys > 1 ? ", \(keys) keys" : "")"]
        lines[0] += heedsCancellation ? ", cancelled work ends" : ", cancelled work goes on"
        for (index, step) in steps.enumerated() { lines.append("  \(index + 1). \(step)") }
        return lines.joined(separator: "\n")
    }
}

extension AsyncStep: CustomStringConvertible {
    public var description: String {
        switch self {
        case .select(let key): "change what \(key) is chosen from, and ask for it"
        case .move(let key): "change what \(key) is chosen from"
        case .touch(let key): "change what the choice of \(key) is computed from"
        case .demand(let key): "ask for \(key)"
        case .refresh(let key): "refresh \(key)"
        case .discard(let key): "discard \(key)"
        case .succeed(let run, let value): "run \(run) gives \(value)"
        case .fail(let run, let error): "run \(run) fails with \(error)"
        case .finish(let run): "run \(run) finishes"
        case .advance(let seconds): "\(seconds) seconds pass"
        case .together(let steps): "together: " + steps.map(\.description).joined(separator: "; ")
        case .turn(let steps): "in one turn: " + steps.map(\.description).joined(separator: "; ")
        }
    }
}
