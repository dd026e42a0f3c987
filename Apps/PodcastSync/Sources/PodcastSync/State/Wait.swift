public import Foundation

/// Why something that is wanted does not run now, and until when.
public enum Wait: Hashable, Sendable {
    /// It failed, and rests.
    case rest(until: Date)
    /// It failed, and this run has tried it often enough.
    case nextRun(from: Date)
    /// Its host asked for a pause.
    case pause(host: String, until: Date)

    public var until: Date {
        switch self {
        case .rest(let until), .pause(_, let until), .nextRun(let until): until
        }
    }
}

/// Whether a run wants something of a feed or an episode now.
enum Readiness: Hashable {
    case unwanted
    case ready
    case waiting(Wait)

    /// Whether only its host's pause may hold it up.
    var isWanted: Bool {
        switch self {
        case .ready, .waiting(.pause): true
        case .unwanted, .waiting: false
        }
    }

    var wait: Wait? {
        if case .waiting(let wait) = self { wait } else { nil }
    }
}
