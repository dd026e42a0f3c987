import CogGraph
import PodcastModel

/// One notice, of an episode whose file is here; nil where it has gone meanwhile.
private let noticeCogs = CogBox<Notice?, OwedNotice>(name: "notice") { c, owed in
    guard case .downloaded(let name, let bytes) = c[_downloadStateCogs[owed.episode]],
        let feed = c[feedCogs[owed.feed]],
        let episode = knownEpisode(owed.episode, of: owed.feed, &c)
    else { return nil }
    return Notice(
        episode: episode, feed: feed, file: EpisodeFile(folder: feed.folder, name: name), bytes: bytes)
}

/// The notice to give now, one at a time: who is told hears of what came in the order it came.
let admittedNoticesCog = Cog<[Notice]>(name: "admittedNotices") { c in
    guard c[_storeFailureCog] == nil else { return [] }
    for owed in c[_owedNoticesCog] {
        if let notice = c[noticeCogs[owed]] { return [notice] }
    }
    return []
}

/// How many notices are still to be given.
let remainingNoticesCog = Cog<Int>(name: "remainingNotices") { c in
    c[_storeFailureCog] == nil ? c[_owedNoticesCog].count { c[noticeCogs[$0]] != nil } : 0
}

extension CogOps {
    /// Takes what a notice came to and the store has; one that failed is for the next run.
    func finishNotice(_ event: NoticeEvent) {
        turn { c in
            switch event {
            case .ended(let result):
                c[_owedNoticesCog].removeAll { $0.episode == result.episode }
                c[_noticeResultsCog].append(result)
            case .storeFailed(let error): c[_storeFailureCog] = c[_storeFailureCog] ?? error
            }
        }
    }
}
