/// Why a graph cannot be built or could not start. Rule: SVC-2.
public enum ServiceGraphError: Error {
    /// Two services have this key.
    case duplicate(AnyServiceKey)
    /// A service needs what the graph does not provide; `near` are keys that may be meant.
    case missing(service: AnyServiceKey, needs: AnyServiceKey, near: [AnyServiceKey])
    /// Each service needs the next, and the last one needs the first.
    case cycle([AnyServiceKey])
    /// A service threw or overran its time; the report says what became of the others.
    case startFailed(service: AnyServiceKey, error: any Error, report: ServiceReport)
    /// All problems of one graph, in declaration order.
    case several([ServiceGraphError])
}

extension ServiceGraphError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .duplicate(let key):
            "Service “\(key)” is provided twice. Remove one, or give it a key of its own."
        case .missing(let service, let needs, let near):
            "Service “\(service)” needs “\(needs)”, which the graph does not provide."
                + (needs.suggestion(near) ?? " Provide it, or take it out of `needs` of “\(service)”.")
        case .cycle(let keys):
            "Services need each other in a cycle: "
                + (keys + keys.prefix(1)).map(\.name).joined(separator: " → ")
                + (keys.count == 1
                    ? ". Take it out of its own `needs`."
                    : ". Take one of these needs away, or move what two of them share into a service of its own.")
        case .startFailed(let service, let error, let report):
            "Service “\(service)” did not start: \(error)\n\(report)"
        case .several(let problems):
            "\(problems.count) problems:\n" + problems.map { "- \($0)" }.joined(separator: "\n")
        }
    }
}

extension AnyServiceKey {
    /// Which of the keys near it may be meant, if there are any. Two keys of one name differ in their type,
    /// so then the types are said.
    func suggestion(_ near: [AnyServiceKey]) -> String? {
        guard !near.isEmpty else { return nil }
        if let twin = near.first(where: { $0.name == name }) {
            return " It provides “\(name)” as \(twin.type), not as \(type). Use one key in both places."
        }
        return " Did you mean \(near.map { "“\($0)”" }.joined(separator: " or "))?"
    }
}
