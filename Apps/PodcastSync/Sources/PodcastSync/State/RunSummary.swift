import CogGraph
public import Foundation
public import PodcastModel

/// What a run did and what it left.
public struct RunSummary: Hashable, Sendable {
    /// One feed that the run was asked to refresh.
    public struct FeedResult: Hashable, Sendable {
        public let id: FeedID
        public let url: URL
        public let title: String
        public let state: RefreshState
        /// What held it up, when its turn did not come.
        public let wait: Wait?
        /// Where it lived before this run moved it (POD-9).
        public let movedFrom: URL?
        /// How many episodes of it the library knows.
        public let episodes: Int
    }

    /// A host that holds up what was wanted.
    public struct PausedHost: Hashable, Sendable {
        public let pause: HostPause
        /// How many feeds and episodes wait for it.
        public let waiting: Int
    }

    /// A subscription that became one with another of the same podcast when the run was over (POD-16).
    public struct Joined: Hashable, Sendable {
        public let id: FeedID
        public let title: String
        public let into: FeedID
    }

    public var feeds: [FeedResult] = []
    public var joined: [Joined] = []
    public var pausedHosts: [PausedHost] = []
    /// What it would have had to download or to remove, and no pattern decides about.
    public var undecided: [UndecidedTitles] = []
    /// In the order they ended.
    public var downloads: [DownloadResult] = []
    /// In the order they ended.
    public var removals: [RemovalResult] = []
    /// In the order they ended.
    public var notices: [NoticeResult] = []
    /// How many of the episodes that were asked for by name were here when the run began.
    public var alreadyHere = 0
    /// How many episodes the library knows, of all feeds.
    public var episodes = 0
    /// Feeds, episodes, removals, withdrawals and notices that were wanted and not reached.
    public var remaining = 0
    /// How many wanted episodes failed before this run and rest.
    public var resting = 0
    /// Whether something asked the run to stop before it was done.
    public var isInterrupted = false
    /// Whether its time was over before it was done.
    public var isOverdue = false
    /// When the next run has something to do, of a run that refreshes what is due.
    public var nextRun: Date?

    public var downloaded: Int {
        downloads.count { if case .downloaded = $0.outcome { true } else { false } }
    }

    public var removed: [RemovalResult] { removals.filter { $0.reason == nil } }

    /// One line for each feed, download, removal or notice that failed, saying where and what.
    public var failures: [String] {
        let refreshes: [String] = feeds.compactMap { feed in
            guard case .failed(let reason) = feed.state else { return nil }
            let address = feed.url.withoutCredentials
            return reason.contains(address) ? reason : "\(address): \(reason)"
        }
        let transfers: [String] = downloads.compactMap { result in
            guard case .failed(let reason) = result.outcome else { return nil }
            return "\(result.title): \(reason)"
        }
        let removals: [String] = removals.compactMap { result in
            result.reason.map { "\(result.path): \($0)" }
        }
        let notices: [String] = notices.compactMap { result in
            result.reason.map { "\(result.title): \($0)" }
        }
        return refreshes + transfers + removals + notices
    }

    public var exitCode: ExitCode {
        if isInterrupted { return .interrupted }
        if isOverdue { return .deadline }
        return failures.isEmpty && pausedHosts.isEmpty && undecided.isEmpty ? .done : .someFailed
    }
}

let runSummaryCog = Cog<RunSummary>(name: "runSummary") { c in
    var summary = RunSummary()
    for feed in c[_feedsCog] {
        let episodes = c[_episodesCogs[feed.id]].count
        summary.episodes += episodes
        if let into = feed.joins { summary.joined.append(.init(id: feed.id, title: feed.title, into: into)) }
        let state = c[_refreshStateCogs[feed.id]]
        guard state != .idle else { continue }
        summary.feeds.append(
            .init(
                id: feed.id, url: feed.url, title: feed.title, state: state,
                wait: state == .due ? c[refreshReadinessCogs[feed.id]].wait : nil,
                movedFrom: c[_formerAddressCogs[feed.id]], episodes: episodes))
    }
    summary.pausedHosts = c[pausedHostsCog]
    summary.undecided = c[undecidedTitlesCog]
    summary.downloads = c[downloadResultsCog] + c[unmetDownloadsCog]
    summary.alreadyHere = c[alreadyHereCog]
    summary.resting = c[restingEpisodesCog]
    summary.nextRun = c[nextRunCog]
    summary.removals = c[_removalResultsCog]
    summary.notices = c[_noticeResultsCog]
    summary.remaining =
        c[feedsToRefreshCog].count + c[demandCog].ready + c[filesToRemoveCog].count
        + c[unclaimedDownloadsCog].count + c[remainingNoticesCog]
    return summary
}
