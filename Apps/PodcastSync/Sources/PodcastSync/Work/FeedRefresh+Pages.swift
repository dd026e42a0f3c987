import Foundation
import PodcastFeeds
import PodcastModel
import PodcastTransfer

extension FeedRefresh {
    /// How many pages one refresh reads; the next goes on.
    static let pagesAtOnce = 200
    /// After so many pages in a row without an episode that is new an archive is at its end: some hosts answer
    /// every number of a page, and link to the one after it.
    static let idlePages = 10

    /// Reads what is left of a feed's archive, each page with the place of the next in one transaction
    /// (POD-16).
    ///
    /// A page that fails for now is asked for by the next refresh; one that cannot be read ends the
    /// archive. Neither takes anything from what the feed's own document brought.
    func readPages(of feed: Feed, _ result: inout RefreshResult) async throws(PodcastError) {
        let now = rest.now()
        var read: Set<URL> = []
        var idle = 0
        while let page = try store.feed(feed.id)?.nextPage, read.count < Self.pagesAtOnce {
            guard read.insert(page).inserted else {
                result.warnings.append("the pages of its archive go in a circle")
                _ = try store.commitPage(nil, of: feed.id, now: now)
                return
            }
            guard idle < Self.idlePages else {
                result.warnings.append("the pages of its archive go on and bring nothing new")
                _ = try store.commitPage(nil, of: feed.id, now: now)
                return
            }
            let reading: Reading?
            do throws(RefreshFailure) {
                reading = try await self.read(
                    FeedRequest(url: page.withCredentials(of: feed.url), feedHost: feed.url.host)
                ).reading
            } catch .transfer(.cancelled) {
                return
            } catch {
                result.warnings.append("a page of its archive: \(error)")
                result.pause = error.transfer.flatMap { rest.pause(after: $0) }
                if let pause = result.pause { try store.pauseHost(pause, now: rest.now()) }
                if error.isFinal { _ = try store.commitPage(nil, of: feed.id, now: now) }
                return
            }
            let seen = HostTime.seen(reading?.hostTime, now: now)
            let new = try store.commitPage(reading?.parsed, of: feed.id, now: seen).count
            idle = new > 0 ? 0 : idle + 1
            result.new += new
        }
    }
}

extension RefreshFailure {
    /// Whether asking again would bring the same.
    fileprivate var isFinal: Bool {
        switch self {
        case .document, .transfer(.refused), .transfer(.html), .transfer(.tooLarge): true
        case .transfer(.status(let status, _, _)): (400..<500).contains(status) && status != 429
        case .transfer, .taken: false
        }
    }
}
