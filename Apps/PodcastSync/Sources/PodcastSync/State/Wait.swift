public import Foundation

/// Why something that is wanted does not run now, and until when.
public enum Wait: Hashable, Sendable {
    /// It failed, and rests.
    case rest(until: Date)
    /// Its host asked for a pause.
    case pause(host: String, until: Date)

    public var until: Date {
        switch self {
        case .rest(let until), .pause(_, let until): until
        }
    }
}

/// Whether a run wants something of a feed or an episode now.
enum Readiness: Hashable {
    case unwanted
    case ready
    case waiting(Wait)

    var wait: Wait? {
        if case .waiting(let wait) = self { wait } else { nil }
    }
}
