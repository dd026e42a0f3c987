import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import PodcastTransfer

/// What the refresh of a feed came to; the store has it already.
enum RefreshEvent: Sendable {
    case unchanged(Feed)
    /// - Parameters:
    ///   - joined: The subscriptions that become one with another, as they are now.
    ///   - pause: What the host of a page asked for.
    case updated(
        Feed, [Episode], newEpisodes: Int, warnings: [String], movedFrom: URL? = nil,
        joined: [Feed] = [], pause: HostPause? = nil)
    /// - Parameter pause: What its host asked for.
    case failed(Feed, reason: String, pause: HostPause? = nil)
    case storeFailed(PodcastError)
}

/// The work of refreshing one feed: one conditional request, and one transaction for what it
/// brought and the validators it came with (POD-8).
struct FeedRefresh: Sendable {
    typealias Report = @Sendable (RefreshEvent) -> Void

    /// A document with what it says.
    struct Reading {
        let document: FeedDocument
        let parsed: ParsedFeed

        /// What its host says that the time is.
        var hostTime: Date? { document.date.flatMap { FeedDate.parse($0) } }
    }

    /// What a feed was answered with.
    enum Answer {
        case unchanged(hostTime: Date?)
        case document(Reading)

        var reading: Reading? { if case .document(let reading) = self { reading } else { nil } }
    }

    let store: Store
    let client: HTTPClient
    let rest: Rest

    func run(_ feed: Feed, _ report: Report) async {
        do {
            if let event = try await refresh(feed) { report(event) }
        } catch  where error.exitCode == .store {
            report(.storeFailed(error))
        } catch {
            report(.failed(resting(feed), reason: "\(error)"))
        }
    }

    /// - Returns: Nil when the refresh was cancelled: nothing is to be said of the feed then.
    private func refresh(_ feed: Feed) async throws(PodcastError) -> RefreshEvent? {
        let answer: Answer
        do throws(RefreshFailure) {
            answer = try await read(
                FeedRequest(url: feed.url, etag: feed.etag, lastModified: feed.lastModified))
        } catch .transfer(.cancelled) {
            return nil
        } catch .transfer(.status(410, let url, _)) {
            let reason = "HTTP 410 from \(url): the feed is gone, its episodes stay"
            try store.markGone(feed.id, message: reason)
            return .failed(try store.feed(feed.id) ?? feed, reason: reason)
        } catch {
            return try fail(feed, error)
        }
        var result = RefreshResult()
        switch answer {
        case .document(let reading):
            if let failure = try await commit(reading, to: feed, &result) { return try fail(feed, failure) }
        case .unchanged(let hostTime):
            try store.recordUnchanged(feed.id, hostTime: hostTime, now: rest.now())
        }
        try await readPages(of: feed, &result)
        let now = try store.feed(feed.id) ?? feed
        guard answer.reading != nil || result.new > 0 || !result.warnings.isEmpty else {
            return .unchanged(now)
        }
        return .updated(
            now, try store.episodes(feed.id), newEpisodes: result.new, warnings: result.warnings,
            movedFrom: result.former, joined: result.joined, pause: result.pause)
    }

    func read(_ request: FeedRequest) async throws(RefreshFailure) -> Answer {
        let answer: FeedAnswer
        do { answer = try await client.fetch(request) } catch { throw .transfer(error) }
        switch answer {
        case .notModified(let date): return .unchanged(hostTime: date.flatMap { FeedDate.parse($0) })
        case .document(let document):
            do {
                let parsed = try FeedParser.parse(document.bytes, finalURL: document.finalURL)
                return .document(Reading(document: document, parsed: parsed))
            } catch {
                throw .document(error)
            }
        }
    }

    /// - Returns: Why the document is none of this feed's; nothing of it was committed then.
    private func commit(
        _ reading: Reading, to feed: Feed, _ result: inout RefreshResult
    ) async throws(PodcastError) -> RefreshFailure? {
        let last: Reading
        switch try await followMove(reading, of: feed, &result) {
        case .document(let reading): last = reading
        case .joined:
            // What the document brings comes by the subscription that stays.
            try store.recordUnchanged(feed.id, hostTime: reading.hostTime, now: rest.now())
            return nil
        case .lost(let failure): return failure
        }
        let document = last.document
        var parsed = last.parsed
        // What is odd about where it lives is kept with what is odd in it.
        parsed.warnings = result.warnings + parsed.warnings
        result.warnings = parsed.warnings
        result.new += try store.commit(
            parsed, validators: Validators(etag: document.etag, lastModified: document.lastModified),
            to: feed.id, floor: RefreshFloor.seconds(of: parsed, cacheControl: document.cacheControl),
            hostTime: last.hostTime, now: rest.now()
        ).count
        try tellTwins(of: feed, parsed, &result)
        return nil
    }

    private func fail(_ feed: Feed, _ error: RefreshFailure) throws(PodcastError) -> RefreshEvent {
        let pause = error.transfer.flatMap { rest.pause(after: $0) }
        if let pause { try store.pauseHost(pause, now: rest.now()) }
        let next = rest.nextAttempt(afterFailures: feed.attempts + 1, pause: pause)
        try store.recordRefreshFailure(feed.id, message: "\(error)", nextAttemptAt: next)
        return .failed(try store.feed(feed.id) ?? resting(feed), reason: "\(error)", pause: pause)
    }

    /// The feed as it rests that has left the library: nothing durable is to be said of it.
    private func resting(_ feed: Feed) -> Feed {
        var feed = feed
        feed.attempts += 1
        feed.nextAttemptAt = rest.nextAttempt(afterFailures: feed.attempts, pause: nil)
        return feed
    }
}

/// What one refresh found.
struct RefreshResult {
    var new = 0
    var warnings: [String] = []
    /// Where the feed lived before.
    var former: URL?
    var joined: [Feed] = []
    var pause: HostPause?
}

/// Why a document could not be had.
enum RefreshFailure: Error, CustomStringConvertible {
    case transfer(TransferError)
    case document(FeedError)
    /// Its host leads to where another podcast is subscribed.
    case taken(String, by: Feed)

    var transfer: TransferError? { if case .transfer(let error) = self { error } else { nil } }

    var description: String {
        switch self {
        case .transfer(let error): error.description
        case .document(let error): error.description
        case .taken(let address, let other):
            "it moved to \(address), which is another podcast and subscribed as \(other.id), \(other.title); "
                + "look for its new address, or unsubscribe it"
        }
    }
}
