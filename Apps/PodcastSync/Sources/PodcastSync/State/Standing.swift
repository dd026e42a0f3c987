import CogGraph
import PodcastModel

/// What of an episode's state its verdict depends on: not how far a download is.
enum Standing: Hashable {
    case elsewhere
    case here(fileName: String, bytes: Int64)
    case skipped(SkipReason, leftover: String?)
}

let standingCogs = CogBox<Standing, EpisodeID>(name: "standing") { c, episode in
    switch c[_downloadStateCogs[episode]] {
    case .none, .downloading, .failed: .elsewhere
    case .downloaded(let name, let bytes): .here(fileName: name, bytes: bytes)
    case .skipped(let reason, let leftover): .skipped(reason, leftover: leftover)
    }
}
