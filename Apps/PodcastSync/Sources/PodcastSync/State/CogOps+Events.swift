import CogGraph
import Foundation
import PodcastModel

extension CogOps {
    /// Takes what a refresh brought and the store has, at the time it is taken.
    func follow(_ event: RefreshEvent, now: Date) {
        turn { c in
            switch event {
            case .storeFailed(let error): c[_storeFailureCog] = c[_storeFailureCog] ?? error
            case .unchanged(let feed): c.end(feed, .unchanged, now)
            case .failed(let feed, let reason, let pause):
                if let pause { c[_hostPausesCog][pause.host] = pause.until }
                c.end(feed, .failed(reason: reason), now)
            case .updated(let feed, let episodes, let new, let warnings, let former, let joined, let pause):
                if let pause { c[_hostPausesCog][pause.host] = pause.until }
                // A known episode's state here is as new as the store's or newer.
                let known = Set(c[_episodesCogs[feed.id]].map(\.id))
                for episode in episodes where !known.contains(episode.id) && episode.download != .none {
                    c[_downloadStateCogs[episode.id]] = episode.download
                }
                c[_episodesCogs[feed.id]] = episodes
                if let former { c[_formerAddressCogs[feed.id]] = former }
                c.end(feed, .updated(newEpisodes: new, warnings: warnings), now)
                for other in joined {
                    guard let place = c[_feedsCog].firstIndex(where: { $0.id == other.id }) else { continue }
                    c[_feedsCog][place] = other
                }
            }
        }
    }

    /// Takes what a download came to and the store has, at the time it is taken.
    func follow(_ event: DownloadEvent, now: Date) {
        turn { c in
            switch event {
            case .progress(let id, let percent, let received, let total):
                c[_downloadStateCogs[id]] = .downloading(percent: percent)
                let start = c[_amountCogs[id]]?.start ?? received
                c[_amountCogs[id]] = Amount(start: start, received: received, total: total)
            case .ended(let job, let state, let result, let pause):
                if let pause { c[_hostPausesCog][pause.host] = pause.until }
                for id in job.sharing {
                    c[_downloadStateCogs[id]] = state
                    c[_amountCogs[id]] = nil
                    c[_triesCogs[.download(id)]].ended += 1
                    // The next try counts from here, as the store does.
                    let failures = if case .failed = state { job.episode.attempts + 1 } else { 0 }
                    c[_triesCogs[.download(id)]].failures = failures
                }
                c[_outstandingCog].removeAll { job.sharing.contains($0.episode) }
                c.note(result)
                if c[_tellsSomebodyCog], case .downloaded = state {
                    c[_owedNoticesCog].append(OwedNotice(episode: job.episode.id, feed: job.feed.id))
                }
                c[_nowCog] = now
            case .unclaimed(let job, let episodes, let result):
                c[_episodesCogs[job.feed.id]] = episodes
                for episode in episodes where job.sharing.contains(episode.id) {
                    c[_downloadStateCogs[episode.id]] = episode.download
                }
                c[_outstandingCog].removeAll { job.sharing.contains($0.episode) }
                c.note(result)
            case .storeFailed(let error): c[_storeFailureCog] = c[_storeFailureCog] ?? error
            }
        }
    }

    /// Takes note that the engine gave up what nobody wanted.
    func follow(_ event: WithdrawalEvent) {
        turn { c in
            c[_outstandingCog].removeAll { $0.id == event.download.id }
            c.note(event.result)
        }
    }
}

extension Writer {
    /// Keeps the last result of an episode.
    fileprivate mutating func note(_ result: DownloadResult) {
        let transfer = Transfer.ID.download(result.episode)
        if let page = self[_triesCogs[transfer]].page {
            self[_resultPagesCogs[page]].removeAll { $0.episode == result.episode }
        }
        let last = self[_pageCountCog] - 1
        if last < 0 || self[_resultPagesCogs[last]].count >= Span.width { self[_pageCountCog] += 1 }
        let page = self[_pageCountCog] - 1
        self[_resultPagesCogs[page]].append(result)
        self[_triesCogs[transfer]].page = page
    }

    /// Ends one try of a refresh.
    fileprivate mutating func end(_ feed: Feed, _ state: RefreshState, _ now: Date) {
        guard let place = self[_feedsCog].firstIndex(where: { $0.id == feed.id }) else { return }
        self[_feedsCog][place] = feed
        self[_refreshStateCogs[feed.id]] = state
        self[_triesCogs[.refresh(feed.id)]].ended += 1
        self[_nowCog] = now
    }
}
