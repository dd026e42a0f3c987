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
    var progress = c[endedRefreshesCog]
    let downloads = c[endedDownloadsCogs[Span(over: c[_pageCountCog] * Span.width)]]
    (progress.downloadsDone, progress.bytes) = (downloads.count, downloads.bytes)
    return progress
}

private let endedRefreshesCog = Cog<RunProgress>(name: "endedRefreshes") { c in
    var progress = RunProgress()
    for feed in c[_feedsCog] {
        let state = c[_refreshStateCogs[feed.id]]
        if state != .idle { progress.feeds += 1 }
        if state != .idle, state != .due { progress.feedsDone += 1 }
    }
    return progress
}

/// How long the files are that are wanted and do not come yet; nil where nobody said.
private let waitingBytesCog = Cog<Int64?>(name: "waitingBytes") { c in
    let demand = c[demandCog]
    var (bytes, unsized) = (demand.bytes, demand.unsized)
    for job in c[admittedDownloadsCog] {
        if let hint = job.episode.lengthHint { bytes -= hint } else { unsized -= 1 }
    }
    return unsized > 0 ? nil : bytes
}

let runProgressCog = Cog<RunProgress>(name: "runProgress") { c in
    var progress = c[endedCog]
    progress.downloads = progress.downloadsDone + c[demandCog].count
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
