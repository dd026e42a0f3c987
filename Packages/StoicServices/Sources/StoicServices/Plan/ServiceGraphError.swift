/// Why a graph cannot be built or could not start, in words. Rule: SVC-2.
public enum ServiceGraphError: Error, CustomStringConvertible {
    case duplicate(AnyServiceKey)
    case missing(service: AnyServiceKey, needs: AnyServiceKey, near: AnyServiceKey?)
    case cycle([AnyServiceKey])
    case startFailed(service: AnyServiceKey, error: any Error, report: ServiceReport)
    case several([ServiceGraphError])

    public var description: String {
        switch self {
        case .duplicate(let key):
            "Service “\(key)” is provided twice. Remove one, or give it a key of its own."
        case .missing(let service, let needs, let near):
            "Service “\(service)” needs “\(needs)”, which the graph does not provide."
                + (near.map { " Did you mean “\($0)”?" } ?? "")
        case .cycle(let keys):
            "Services need each other in a cycle: "
                + (keys + keys.prefix(1)).map(\.name).joined(separator: " → ") + "."
        case .startFailed(let service, let error, let report):
            "Service “\(service)” did not start: \(error).\n\(report)"
        case .several(let problems):
            "\(problems.count) problems:\n"
                + problems.map { "- \($0)" }.joined(separator: "\n")
        }
    }
}
