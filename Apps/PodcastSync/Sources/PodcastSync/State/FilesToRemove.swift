import CogGraph
import Foundation
import PodcastModel

/// Which files should go, once nothing is left to refresh, download or tell of: what was skipped, and, where the run
/// is asked to clean up, what no policy wants any more (POD-12).
///
/// A removal that failed in this run is for the next.
let filesToRemoveCog = Cog<[RemovalJob]>(name: "filesToRemove") { c in
    let removals = c[_removalsCog]
    guard removals != .none, c[_storeFailureCog] == nil, c[feedsToRefreshCog].isEmpty,
        c[demandCog].ready == 0, c[unclaimedDownloadsCog].isEmpty,
        c[admittedNoticesCog].isEmpty
    else { return [] }
    let failed = Set(c[_removalResultsCog].filter { $0.reason != nil }.map(\.episode))
    return c[_feedsCog].flatMap { feed in
        c[unwantedFilesCogs[feed.id]].filter { job in
            (removals == .unwanted || job.reason == .user) && !failed.contains(job.id)
        }
    }
}

/// The cleanup that runs now.
let admittedCleanupsCog = Cog<[Cleanup]>(name: "admittedCleanups") { c in
    let files = c[filesToRemoveCog]
    return files.isEmpty ? [] : [Cleanup(id: c[_cleanupCountCog], files: files)]
}

/// The files of one feed that nothing wants, whole or not, and those of its tombstones that are not removed
/// yet.
///
/// A file goes only when no episode over it is wanted (POD-1) or undecided, and for its age only by a time that
/// the feed's host confirms: a clock that is years ahead makes every episode old.
let unwantedFilesCogs = CogBox<[RemovalJob], FeedID>(name: "unwantedFiles") { c, id in
    guard let feed = c[feedCogs[id]] else { return [] }
    let age = HostTime.forAges(feed.hostTime, now: c[momentCog].time)
    let parts = c[_partsCogs[id]]
    var order: [String] = []
    var files: [String: (episodes: [Episode], reason: SkipReason?, isWanted: Bool)] = [:]
    for judged in c[verdictsCogs[id]] {
        let (name, reason): (String, SkipReason?)
        switch judged.standing {
        case .here(let file, _): (name, reason) = (file, .cleanup)
        case .skipped(let left, let file?): (name, reason) = (file, left)
        case .skipped, .elsewhere:
            guard let part = parts[judged.episode.id] else { continue }
            (name, reason) = (part, nil)
        }
        if files[name] == nil { order.append(name) }
        var file = files[name] ?? ([], reason, false)
        file.episodes.append(judged.episode)
        file.reason = file.reason ?? reason
        file.isWanted = file.isWanted || judged.verdict.isWanted || !judged.isBeyondDoubt(age)
        files[name] = file
    }
    return order.compactMap { name in
        guard let file = files[name], !file.isWanted, let first = file.episodes.first else { return nil }
        return RemovalJob(
            id: first.id, feed: id, title: first.title, file: EpisodeFile(folder: feed.folder, name: name),
            reason: file.reason, sharing: file.episodes.map(\.id))
    }
}

extension Judged {
    /// Whether an episode that is unwanted is so by a pattern that decides about it, or for its age by a clock
    /// that is held to its host's too.
    fileprivate func isBeyondDoubt(_ now: Date?) -> Bool {
        guard case .unwanted(.tooOld(let days)) = verdict else { return !verdict.isUndecided }
        guard let now else { return false }
        return episode.effectiveDate < now.addingTimeInterval(-86_400 * Double(days))
    }
}
