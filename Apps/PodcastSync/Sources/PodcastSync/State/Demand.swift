import Foundation
import PodcastModel

/// What is to be downloaded of a span of episodes or feeds: how much, and which of it may come next.
struct Demand: Equatable {
    /// One episode to download.
    struct Candidate: Hashable {
        let episode: EpisodeID
        let feed: FeedID
        let host: String
    }

    /// How many.
    var count = 0
    /// How many of those a pause of their host holds up.
    var held = 0
    /// How long the files are, of those of which that was said.
    var bytes: Int64 = 0
    /// Of how many it was not.
    var unsized = 0
    /// What goes on already, outside.
    var begun: [Candidate] = []
    /// The first of the others, as many as the limits may have to look at.
    private(set) var next: [Candidate] = []
    /// When something that waits may go on.
    var due: Date?

    /// How many no pause holds up.
    var ready: Int { count - held }
}

extension Demand {
    mutating func wait(until time: Date) { due = min(due ?? time, time) }

    /// Puts several after each other.
    init(_ parts: [Demand], _ limits: TransferLimits) {
        for part in parts {
            count += part.count
            held += part.held
            bytes += part.bytes
            unsized += part.unsized
            begun += part.begun
            if let due = part.due { wait(until: due) }
        }
        next = limits.first(of: parts.lazy.map(\.next).joined())
    }

    mutating func setNext(_ candidates: [Candidate], _ limits: TransferLimits) {
        next = limits.first(of: candidates)
    }
}

extension TransferLimits {
    /// Those of `candidates` that ``admit(_:running:)`` may look at before all places are taken, whatever runs
    /// already, in their order.
    ///
    /// Of one host those are what it has places for and what of it runs already. Of all, the places, what runs,
    /// and what is passed over because its host is full, which no more hosts are than there are places.
    fileprivate func first(of candidates: some Sequence<Demand.Candidate>) -> [Demand.Candidate] {
        let ofHost = perHost + jobs
        let ofAll = 2 * jobs + jobs * ofHost
        var first: [Demand.Candidate] = []
        var onHost: [String: Int] = [:]
        for candidate in candidates where onHost[candidate.host, default: 0] < ofHost {
            onHost[candidate.host, default: 0] += 1
            first.append(candidate)
            if first.count >= ofAll { break }
        }
        return first
    }
}
