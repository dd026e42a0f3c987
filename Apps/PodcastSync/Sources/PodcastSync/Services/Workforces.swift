import PodcastModel

/// Everyone who works for a run.
struct Workforces: Sendable {
    let refreshes: Workforce<RefreshJob, RefreshEvent>
    let downloads: Workforce<DownloadJob, DownloadEvent>
    let withdrawals: Workforce<UnclaimedDownload, WithdrawalEvent>
    let notices: Workforce<Notice, NoticeEvent>
    let removals: Workforce<Cleanup, RemovalEvent>

    /// How many they are, each with its own stream of events.
    nonisolated static let count = 5

    /// Whether all have stopped, and have reported everything.
    var areOver: Bool {
        refreshes.isOver && downloads.isOver && withdrawals.isOver && notices.isOver && removals.isOver
    }
}
