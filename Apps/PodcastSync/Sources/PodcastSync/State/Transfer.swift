import PodcastModel

/// One thing to fetch, and the host it asks.
struct Transfer: Hashable, Sendable {
    enum ID: Hashable, Sendable {
        case refresh(FeedID)
        case download(EpisodeID)
    }

    let id: ID
    /// Whose it is.
    let feed: FeedID
    /// Host and port: the limit holds for each (POD-9).
    let host: String
    /// How many tries of it ended before: a retry waits for its turn like all.
    var number = 0
    /// Whether its host asked for a pause: it goes on where it runs, and does not begin.
    var isPaused = false

    /// The try that it is, whatever became of its host meanwhile.
    fileprivate struct Try: Hashable {
        let id: ID
        let number: Int
    }

    fileprivate var attempt: Try { Try(id: id, number: number) }
}

/// How many transfers run at once.
public struct TransferLimits: Hashable, Sendable {
    /// In all.
    public var jobs: Int
    /// On one host and port.
    public var perHost: Int

    public init(jobs: Int = 4, perHost: Int = 2) {
        self.jobs = jobs
        self.perHost = perHost
    }
}

extension TransferLimits {
    /// Which of `wanted` run: those that do already, then the others in order while there is room.
    ///
    /// A transfer that runs is never taken off for one that comes before it, nor because its host asked
    /// for a pause meanwhile, and a host that is full holds up nobody but its own.
    ///
    /// - Parameters:
    ///   - wanted: In order of preference, each once.
    ///   - running: What was admitted before; what is no longer wanted leaves.
    /// - Complexity: O(wanted + running).
    func admit(_ wanted: [Transfer], running: [Transfer]) -> [Transfer] {
        let begun = Set(running.map(\.attempt))
        let stillWanted = Set(wanted.lazy.map(\.attempt).filter(begun.contains))
        var admitted = running.filter { stillWanted.contains($0.attempt) }
        var taken = Set(admitted.map(\.id))
        var onHost: [String: Int] = [:]
        for transfer in admitted { onHost[transfer.host, default: 0] += 1 }
        for transfer in wanted {
            guard admitted.count < jobs else { break }
            if transfer.isPaused { continue }
            guard onHost[transfer.host, default: 0] < perHost, taken.insert(transfer.id).inserted
            else { continue }
            onHost[transfer.host, default: 0] += 1
            admitted.append(transfer)
        }
        return admitted
    }
}
