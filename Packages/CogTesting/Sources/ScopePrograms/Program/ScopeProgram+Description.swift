extension ScopeProgram: CustomStringConvertible {
    public var description: String {
        var lines = ["seed \(seed)"]
        for (index, plans) in mechanisms.enumerated() {
            lines.append("mechanism M\(index)")
            lines += plans.flatMap { $0.lines(1) }
        }
        for (index, step) in steps.enumerated() {
            lines.append("step \(index + 1)")
            lines += step.lines(1)
        }
        return lines.joined(separator: "\n")
    }
}

private func indented(_ depth: Int, _ text: String) -> String {
    String(repeating: "  ", count: depth) + text
}

extension Plan {
    func lines(_ depth: Int) -> [String] {
        func block(_ head: String, _ rest: [[String]]) -> [String] {
            [indented(depth, head)] + rest.flatMap { $0 }
        }
        let inner = depth + 1
        return switch self {
        case .watch(let place, let now, let actions):
            block("watch \(place.label)\(now ? ", at once" : "")", actions.map { $0.lines(inner) })
        case .run(let places, let actions):
            block(
                "run over \(places.map(\.label).joined(separator: ", "))", actions.map { $0.lines(inner) })
        case .task(let cancelled, let after):
            block("task, cancelled:", cancelled.map { $0.lines(inner) })
                + block("  goes on:", after.map { $0.lines(inner) })
        case .parting(let actions): block("parting", actions.map { $0.lines(inner) })
        case .scope(let gate, let body): block("scope by \(gate.label)", body.map { $0.lines(inner) })
        case .act(let action): action.lines(depth)
        }
    }
}

extension Action {
    func lines(_ depth: Int) -> [String] {
        switch self {
        case .turn(let via, let writes, let inside):
            let text = writes.map { "\($0.source.label) = \($0.value)" }.joined(separator: ", ")
            return [indented(depth, "turn through \(via): \(text)")] + inside.flatMap { $0.lines(depth + 1) }
        case .register(let via, let plan):
            return [indented(depth, "register through \(via)")] + plan.lines(depth + 1)
        case .probe(let via): return [indented(depth, "probe \(via)")]
        case .discard(let via, let place):
            return [indented(depth, "discard \(place.label) through \(via)")]
        case .refresh(let via): return [indented(depth, "refresh through \(via)")]
        case .land(let run, let value):
            return [indented(depth, "run \(run) ends with \(value.map { "\($0)" } ?? "an error")")]
        case .drop: return [indented(depth, "drop the handle")]
        }
    }
}
