import CogGraph
import PodcastModel

/// The last result of each download of this run, in the order they came.
let downloadResultsCog = Cog<[DownloadResult]>(name: "downloadResults") { c in
    (0..<c[_pageCountCog]).flatMap { c[_resultPagesCogs[$0]] }
}

/// Some downloads that ended.
struct EndedDownloads: Hashable {
    var count = 0
    /// What came of them over the network.
    var bytes: Int64 = 0
}

/// Those of a span of the results, of which one of the lowest level is a page.
let endedDownloadsCogs: CogBox<EndedDownloads, Span> = CogBox(name: "endedDownloads") { c, span in
    var ended = EndedDownloads()
    guard span.level == 0 else {
        for part in span.below(of: c[_pageCountCog] * Span.width).map({ c[endedDownloadsCogs[$0]] }) {
            ended.count += part.count
            ended.bytes += part.bytes
        }
        return ended
    }
    for result in c[_resultPagesCogs[span.index]] {
        switch result.outcome {
        case .downloaded(_, _, let fetched):
            ended.count += 1
            ended.bytes += fetched
        case .failed: ended.count += 1
        case .unclaimed: break
        }
    }
    return ended
}
