import Foundation
import PodcastModel
import PodcastStore

extension Command {
    static let ofFeed = Option(
        name: "--feed", value: "FEED", summary: "set or show one feed's own policy")

    static let policy = Command(
        name: "policy", operands: "[all | N | default]", operandCount: 0...1,
        summary: "show or set how many episodes of each feed are downloaded",
        details: """
            `all` keeps every episode and N the newest N of each feed; `default` forgets what was set.
            Without an operand it shows what holds. With --feed it speaks of one feed, by its
            number or address; that wins over the policy of all feeds.
            """, options: [ofFeed, .library]
    ) { arguments in
        let answer =
            if let text = arguments.operands.first {
                try locked(arguments) { store in
                    let feed = try feed(arguments, store)
                    try store.setPolicy(try parse(text, arguments), for: feed?.id)
                    return PolicyReport(try store.policies(), try store.feeds(), only: feed)
                }
            } else {
                try look(arguments)
            }
        try Output(isJSON: arguments.isJSON).write(answer) { answer.lines }
        return .done
    }

    private static func look(_ arguments: Arguments) throws -> PolicyReport {
        let store = try Store(directory: try arguments.existingLibrary())
        return PolicyReport(try store.policies(), try store.feeds(), only: try feed(arguments, store))
    }

    private static func feed(_ arguments: Arguments, _ store: Store) throws -> Feed? {
        try arguments.value(ofFeed).map { try FeedLookup(store).feed($0, for: arguments) }
    }

    private static func parse(_ text: String, _ arguments: Arguments) throws -> Policy? {
        if text == "default" { return nil }
        if text == "all" { return Policy(keep: .all) }
        guard let count = Int(text), count >= 0 else {
            throw arguments.usage("'\(text)' is neither all, default, nor a number from 0 up")
        }
        return Policy(keep: .newest(count))
    }
}

/// What `policy` answers.
private struct PolicyReport: Encodable {
    struct Own: Encodable {
        let feed: Int64
        let title: String
        /// `all`, or how many.
        let keep: String
        /// Whether the feed has a policy of its own.
        let isOwn: Bool
    }

    let keep: String
    let feeds: [Own]

    init(_ policies: Policies, _ all: [Feed], only: Feed?) {
        keep = policies.global.keep.text
        let shown = only.map { [$0] } ?? all.filter { policies.perFeed[$0.id] != nil }
        feeds = shown.map {
            Own(
                feed: $0.id.rawValue, title: $0.title, keep: policies[$0.id].keep.text,
                isOwn: policies.perFeed[$0.id] != nil)
        }
    }

    var lines: [String] {
        ["all feeds: keep \(keep)"]
            + feeds.map { "\($0.title): keep \($0.keep)\($0.isOwn ? "" : ", as all feeds")" }
    }
}

extension Policy.Keep {
    fileprivate var text: String {
        switch self {
        case .all: "all"
        case .newest(let count): "newest \(count)"
        }
    }
}
