extension ServiceGraph {
    /// What a service declared to need, without repetitions, in the order it was listed.
    ///
    /// Traps when the graph does not provide `key`. Complexity: O(needs). Rule: SVC-16.
    public func needs(of key: AnyServiceKey) -> [AnyServiceKey] {
        plan.needs[position(of: key)].map { plan.services[$0].key }
    }

    /// Services by the earliest moment they can start: each wave needs only earlier ones.
    ///
    /// Within a wave services are in declaration order. Complexity: O(services + needs).
    /// Rule: SVC-16.
    public var waves: [[AnyServiceKey]] {
        var depth = [Int](repeating: 0, count: plan.services.count)
        for index in plan.order {
            for need in plan.needs[index] { depth[index] = max(depth[index], depth[need] + 1) }
        }
        var waves = [[AnyServiceKey]](repeating: [], count: (depth.max() ?? -1) + 1)
        for (index, service) in plan.services.enumerated() {
            waves[depth[index]].append(service.key)
        }
        return waves
    }

    /// The graph in Graphviz's language; arrows point from a service to what it needs.
    ///
    /// Complexity: O(services + needs). Rule: SVC-16.
    public var dot: String {
        var lines = ["digraph \"\(label.escapedForDOT)\" {"]
        for (index, service) in plan.services.enumerated() {
            lines.append("  s\(index) [label=\"\(service.key.name.escapedForDOT)\"]")
        }
        for (index, needs) in plan.needs.enumerated() {
            for need in needs { lines.append("  s\(index) -> s\(need)") }
        }
        return (lines + ["}"]).joined(separator: "\n")
    }

    /// The graph as a Mermaid flowchart; arrows point from a service to what it needs.
    ///
    /// Complexity: O(services + needs). Rule: SVC-16.
    public var mermaid: String {
        var lines = ["flowchart TD"]
        for (index, service) in plan.services.enumerated() {
            lines.append("  s\(index)[\"\(service.key.name.escapedForMermaid)\"]")
        }
        for (index, needs) in plan.needs.enumerated() {
            for need in needs { lines.append("  s\(index) --> s\(need)") }
        }
        return lines.joined(separator: "\n")
    }

    /// Traps when the graph does not provide `key`.
    func position(of key: AnyServiceKey) -> Int {
        guard let position = plan.positions[key] else {
            let near = key.nearest(in: plan.services.map(\.key))
            fatalError(
                "“\(label)” does not provide service “\(key)” (\(key.type))."
                    + (key.suggestion(near) ?? " Name one of those in `startOrder`."))
        }
        return position
    }
}

extension String {
    fileprivate var escapedForDOT: String {
        reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n", "\r\n": text += "\\n"
            default: text.append(character)
            }
        }
    }

    fileprivate var escapedForMermaid: String {
        reduce(into: "") { text, character in
            switch character {
            case "\"": text += "#quot;"
            case "#": text += "#35;"
            case "\n", "\r\n": text += "<br/>"
            default: text.append(character)
            }
        }
    }
}
