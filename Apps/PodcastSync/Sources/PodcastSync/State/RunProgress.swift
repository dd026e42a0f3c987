import CogGraph
import Foundation
import PodcastModel

/// How much of a run is done.
struct RunProgress: Hashable {
    var feedsDone = 0
    var feeds = 0
    var downloadsDone = 0
    var downloads = 0
    /// What came over the network.
    var bytes: Int64 = 0
    /// What is still to come; nil where nobody said how much that is.
    var bytesLeft: Int64? = 0
}

/// How much of a running download is there.
struct Amount: Hashable {
    /// What was there when it was first heard of.
    let start: Int64
    var received: Int64
    var total: Int64
}

/// What ended, of feeds and downloads. Apart from what runs: that moves with every percent.
private let endedCog = Cog<RunProgress>(name: "ended") { c in
    var progress = RunProgress()
    for feed in c[_feedsCog] {
        let state = c[_refreshStateCogs[feed.id]]
        if state != .idle { progress.feeds += 1 }
        if state != .idle, state != .due { progress.feedsDone += 1 }
    }
    for result in c[_downloadResultsCog] {
        switch result.outcome {
        case .downloaded(_, _, let fetched):
            progress.downloadsDone += 1
            progress.bytes += fetched
        case .failed: progress.downloadsDone += 1
        case .unclaimed: break
        }
    }
    return progress
}

/// How long the files are that are wanted and do not come yet; nil where nobody said.
private let waitingBytesCog = Cog<Int64?>(name: "waitingBytes") { c in
    let admitted = Set(c[admittedDownloadsCog].map(\.episode.id))
    var sum: Int64 = 0
    for episode in c[desiredEpisodesCog] where !admitted.contains(episode.id) {
        guard let hint = episode.lengthHint else { return nil }
        sum += hint
    }
    return sum
}

let runProgressCog = Cog<RunProgress>(name: "runProgress") { c in
    var progress = c[endedCog]
    progress.downloads = progress.downloadsDone + c[desiredEpisodesCog].count
    progress.bytesLeft = c[waitingBytesCog]
    for job in c[admittedDownloadsCog] {
        if let amount = c[_amountCogs[job.episode.id]] {
            progress.bytes += amount.received - amount.start
            progress.bytesLeft? += amount.total - amount.received
        } else if let hint = job.episode.lengthHint {
            progress.bytesLeft? += hint
        } else {
            progress.bytesLeft = nil
        }
    }
    return progress
}

extension RunProgress {
    /// One line for people.
    ///
    /// - Parameter rate: Bytes in a second; nil while that is not known.
    func text(rate: Double?) -> String {
        var parts: [String] = []
        if feeds > 0 { parts.append("\(feedsDone) of \(feeds) feeds") }
        if downloads > 0 { parts.append("\(downloadsDone) of \(downloads) downloads") }
        if bytes > 0 { parts.append(Self.bytes(bytes)) }
        if let rate, rate >= 1 {
            parts.append("\(Self.bytes(Int64(rate)))/s")
            if let bytesLeft, bytesLeft > 0 { parts.append("\(Self.time(Double(bytesLeft) / rate)) left") }
        }
        return parts.joined(separator: ", ")
    }

    private static func bytes(_ count: Int64) -> String { count.formatted(.byteCount(style: .file)) }

    private static func time(_ seconds: Double) -> String {
        switch seconds {
        case ..<60: "\(Int(seconds.rounded(.up))) s"
        case ..<5_400: "\(Int((seconds / 60).rounded(.up))) min"
        default: "\(Int((min(seconds, 1e9) / 3600).rounded(.up))) h"
        }
    }
}
