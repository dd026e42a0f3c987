import CogGraph
import PodcastModel

/// What of an episode's state its verdict depends on: not how far a download is.
enum Standing: Hashable {
    case elsewhere
    case here(fileName: String, bytes: Int64)
    case skipped(SkipReason, leftover: String?)

    /// How large the file is that is here.
    var bytes: Int64? { if case .here(_, let bytes) = self { bytes } else { nil } }
}

let standingCogs = CogBox<Standing, EpisodeID>(name: "standing") { c, episode in
    switch c[_downloadStateCogs[episode]] {
    case .none, .downloading, .failed: .elsewhere
    case .downloaded(let name, let bytes): .here(fileName: name, bytes: bytes)
    case .skipped(let reason, let leftover): .skipped(reason, leftover: leftover)
    }
}
