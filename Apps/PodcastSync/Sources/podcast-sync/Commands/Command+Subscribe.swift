import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import PodcastSync

extension Command {
    static let noRefresh = Option(name: "--no-refresh", summary: "do not fetch the feed now")

    static let subscribe = Command(
        name: "subscribe", operands: "URL", operandCount: 1...1,
        summary: "add a feed and fetch it once",
        details: """
            Subscribing twice is no error. A feed that cannot be fetched now stays subscribed, and is
            tried again by the next refresh or sync. URL is an http or https address, or what a page's
            button says that begins with feed:, itpc:, pcast: or podcast:.
            """, options: [noRefresh] + runOptions,
        exitCodes: ExitCode.ofRuns,
        examples: [
            Example(
                "podcast-sync subscribe https://example.com/feed.xml",
                "add a feed, and see how many episodes it has"),
            Example(
                "podcast-sync subscribe https://name:password@example.com/feed.xml",
                "one that wants a name and a password"),
        ], seeAlso: ["import", "unsubscribe", "refresh"]
    ) { arguments in
        let text = arguments.operands[0]
        guard let url = FeedURL.typed(text) else {
            // As browsers show addresses, without what they begin with.
            let whole = text.contains(":") ? nil : FeedURL.typed("https://" + text)
            let near = whole.flatMap { $0.host?.contains(".") == true ? $0.withoutCredentials : nil }
            throw arguments.usage(
                "'\(text.withoutCredentials)' is no http or https address",
                advice: near.map { "did you mean \($0)?" })
        }
        let (options, limits) = (try options(arguments), try limits(arguments))
        let addition = try await locked(arguments) { store in try store.addFeed(url) }
        let isNew = if case .inserted = addition { true } else { false }
        guard isNew, !arguments.has(noRefresh) else {
            try report(Subscription(addition.feed, isNew: isNew, nil), arguments)
            return .done
        }
        let summary = try await run(
            arguments, .init(feeds: .only([addition.feed.id]), downloads: .none, limits: limits), options)
        try report(Subscription(addition.feed, isNew: isNew, summary.feeds.first), arguments)
        return summary.exitCode
    }

    private static func report(_ subscription: Subscription, _ arguments: Arguments) throws {
        try Output(arguments).write(subscription) { [subscription.line] }
    }
}

/// What `subscribe` answers.
private struct Subscription: Encodable {
    let id: Int64
    let url: String
    let title: String
    let isNew: Bool
    let feed: RunReport.Feed?

    init(_ known: Feed, isNew: Bool, _ result: RunSummary.FeedResult?) {
        id = known.id.rawValue
        url = known.url.withoutCredentials
        title = result?.title ?? known.title
        self.isNew = isNew
        feed = result.map(RunReport.Feed.init)
    }

    var line: String {
        let episodes = feed.map { ", \($0.episodes.counted("episode"))" } ?? ""
        return "\(isNew ? "subscribed" : "subscribed already"): \(title)\(episodes)"
    }
}
