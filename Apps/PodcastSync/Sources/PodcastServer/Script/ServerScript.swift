/// Rules by which a server misbehaves, in the order of a script.
///
/// Of the rules that a request falls under the first holds. Every rule counts the requests that its path
/// and its kind fit, also those that another rule takes.
public struct ServerScript: Sendable, Equatable {
    /// What a rule asks of one request.
    struct Taken {
        /// The place of the rule in the script, from 1.
        let number: Int
        let faults: [Fault]
    }

    public private(set) var rules: [ScriptRule]
    private var counts: [Int]

    /// A script of rules; without any, nothing misbehaves.
    public init(_ rules: [ScriptRule] = []) {
        self.rules = rules
        counts = rules.map { _ in 0 }
    }

    /// Counts a request, and says how its answer misbehaves.
    mutating func take(_ request: Request) -> Taken? {
        var taken: Taken?
        for index in rules.indices where rules[index].fits(request) {
            // A chain of redirects is one request.
            if request.hop == nil { counts[index] += 1 }
            guard taken == nil, request.hop != nil || rules[index].requests.contains(counts[index]) else {
                continue
            }
            taken = Taken(number: index + 1, faults: rules[index].faults(ofRequest: counts[index]))
        }
        return taken
    }
}

/// How the answers to some requests misbehave.
public struct ScriptRule: Sendable, Equatable {
    /// What a request has to ask for.
    public enum Kind: String, Sendable, CaseIterable {
        /// The whole only if something changed.
        case conditional
        /// A range.
        case ranged
    }

    /// Which of the requests that fit, counted from 1.
    public enum Requests: Sendable, Equatable {
        case every
        case first(Int)
        case nth(Int)

        func contains(_ number: Int) -> Bool {
            switch self {
            case .every: true
            case .first(let count): number <= count
            case .nth(let place): number == place
            }
        }
    }

    public var path: PathPattern
    public var kind: Kind?
    public var requests: Requests
    public var faults: [Fault]
    /// Whether each request gets a version of its own.
    public var changesEachTime: Bool

    public init(
        path: PathPattern, kind: Kind? = nil, requests: Requests = .every, faults: [Fault],
        changesEachTime: Bool = false
    ) {
        self.path = path
        self.kind = kind
        self.requests = requests
        self.faults = faults
        self.changesEachTime = changesEachTime
    }

    func fits(_ request: Request) -> Bool {
        guard path.matches(request.path) else { return false }
        return switch kind {
        case nil: true
        case .conditional:
            request[header: "If-None-Match"] != nil || request[header: "If-Modified-Since"] != nil
        case .ranged: request[header: "Range"] != nil
        }
    }

    func faults(ofRequest number: Int) -> [Fault] {
        faults + (changesEachTime ? [.version(number)] : [])
    }
}
