import Foundation
import PodcastModel
import PodcastTransfer

/// A download that nobody wants was given up by the engine.
struct WithdrawalEvent: Sendable {
    let download: UnclaimedDownload

    var result: DownloadResult {
        DownloadResult(
            episode: download.episode, title: download.title ?? download.path,
            outcome: .unclaimed(
                path: download.path, reason: download.reason,
                isWhole: download.outstanding.phase == .ended))
    }
}

/// The work of having an engine give up what nobody wants; it changes nothing in the library (POD-13).
struct Withdrawal: Sendable {
    let engine: any DownloadEngine

    /// Does nothing in a task that is cancelled: what was not begun is for the next run.
    func run(_ download: UnclaimedDownload, _ report: @Sendable (WithdrawalEvent) -> Void) async {
        guard !Task.isCancelled else { return }
        // What is wanted again goes on from its part, and cleanup removes that; of the others nobody would.
        let keepsPart = download.reason == .unwanted || download.reason == .undecided
        await engine.withdraw(
            download.id, at: download.outstanding.destination, keepingPart: keepsPart)
        report(WithdrawalEvent(download: download))
    }
}
