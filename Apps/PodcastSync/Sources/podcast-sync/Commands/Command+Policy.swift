import Foundation
import PodcastModel
import PodcastStore

extension Command {
    static let ofFeed = Option(
        name: "--feed", value: "FEED", summary: "set or show one feed's own policy")
    static let maximumAge = Option(
        name: "--max-age", value: "DAYS", summary: "want no episode that is older")
    static let including = Option(
        name: "--include", value: "REGEX", summary: "want only episodes whose title holds this")
    static let excluding = Option(
        name: "--exclude", value: "REGEX", summary: "want no episode whose title holds this")
    static let budget = Option(
        name: "--budget", value: "SIZE",
        summary: "let the files take this much: all of them, or with --feed that feed's")
    static let newItems = Option(
        name: "--new", value: "N", summary: "take at most N new episodes of a feed at once; 50 unless given")
    static let template = Option(
        name: "--name", value: "TEMPLATE",
        summary: "call files by {title}, {date} and {id}; {title} unless given")

    static let policy = Command(
        name: "policy", operands: "[all | N | default]", operandCount: 0...1,
        summary: "show or set which episodes of each feed are wanted",
        details: """
            `all` wants every episode and N the newest N of each feed; `default` forgets what was set.
            Without anything to set it shows what holds. With --feed it speaks of one feed, by its number,
            title or address: what is set there wins over what is set for all feeds.

            Every limit takes `none` for no limit and `default` to forget what was set. SIZE is a number
            of bytes, or one with K, M, G or T. A REGEX may match anywhere in a title, whatever its case;
            (?-i) makes the case count. --include comes after --exclude. It is one of ICU, of at most 1000
            characters and 32 groups. What one takes too long to decide about, as (a+)+$ may, is neither
            downloaded nor removed; plan, sync, clean and doctor say so.

            Feeds share the budget fairly: the one that takes the fewest bytes is the next to get its next
            newest episode. What you asked for or keep is counted first and always has room. A file that is
            no longer wanted is removed by the next sync or `podcast-sync clean`.

            When more than --new episodes of a feed turn up at once, as when a publisher renames them all,
            the newest are taken and the others are skipped for good; `podcast-sync plan` shows them, and
            `podcast-sync download` gets them. What a feed begins with is not counted.

            A file gets its name when its download begins, and keeps it whatever is set later.
            """,
        options: [maximumAge, including, excluding, budget, newItems, template, ofFeed, .library, .wait],
        examples: [
            Example("podcast-sync policy 5", "the newest five of each feed"),
            Example("podcast-sync policy all --budget 20G", "everything that 20 GB have room for"),
            Example(
                "podcast-sync policy 2 --feed 3 --exclude 'rerun|trailer'",
                "less of feed 3, and no reruns"),
            Example("podcast-sync policy default --feed 3", "feed 3 as all others again"),
        ], seeAlso: ["plan", "sync", "clean"]
    ) { arguments in
        let settings: [Option] = [
            maximumAge, including, excluding, budget, newItems, template,
        ]
        let sets = !arguments.operands.isEmpty || settings.contains { arguments.value($0) != nil }
        let change = try Self.change(arguments)
        let answer =
            if sets {
                try await locked(arguments) { store in
                    let feed = try feed(arguments, store)
                    let policies = try store.policies()
                    var policy = feed.map { policies.perFeed[$0.id] ?? Policy() } ?? policies.global
                    change(&policy)
                    try store.setPolicy(policy == Policy() ? nil : policy, for: feed?.id)
                    return PolicyReport(try store.policies(), try store.feeds(), only: feed)
                }
            } else {
                try look(arguments)
            }
        try Output(arguments).write(answer) { answer.lines }
        return .done
    }

    private static func look(_ arguments: Arguments) throws -> PolicyReport {
        let store = try Store(reading: try arguments.existingLibrary())
        return PolicyReport(try store.policies(), try store.feeds(), only: try feed(arguments, store))
    }

    private static func feed(_ arguments: Arguments, _ store: Store) throws -> Feed? {
        try arguments.value(ofFeed).map { try FeedLookup(store).feed($0, for: arguments) }
    }

    /// What the arguments do to a policy, all of them read before anything is changed.
    private static func change(_ arguments: Arguments) throws -> (inout Policy) -> Void {
        let text = arguments.operands.first
        let newest = try text.map { try Self.newest($0, arguments) }
        let days = try setting(maximumAge, arguments) { text in
            Int(text).flatMap { $0 > 0 ? $0 : nil }
        }
        let newItems = try setting(Self.newItems, arguments) { text in
            Int(text).flatMap { $0 >= 0 ? $0 : nil }
        }
        let budget = try setting(Self.budget, arguments, byteCount)
        let including = try pattern(Self.including, arguments)
        let excluding = try pattern(Self.excluding, arguments)
        let template = try Self.template(arguments)
        let forgets = text == "default"
        return { policy in
            if forgets { policy = Policy() }
            if let newest { policy.newest = newest }
            if let days { policy.days = days }
            if let newItems { policy.newItems = newItems }
            if let budget { policy.budget = budget }
            if let including { policy.including = including }
            if let excluding { policy.excluding = excluding }
            if let template { policy.template = template }
        }
    }

    private static func newest(_ text: String, _ arguments: Arguments) throws -> Policy.Setting<Int> {
        if text == "default" { return .inherited }
        if text == "all" { return .unlimited }
        guard let count = Int(text), count >= 0 else {
            throw arguments.usage("'\(text)' is neither all, default, nor a number from 0 up")
        }
        return .limited(count)
    }

    private static func setting<Value>(
        _ option: Option, _ arguments: Arguments, _ read: (String) -> Value?
    ) throws -> Policy.Setting<Value>? {
        switch arguments.value(option) {
        case nil: return nil
        case "none": return .unlimited
        case "default": return .inherited
        case let text?:
            guard let value = read(text) else {
                throw arguments.usage(
                    "\(option.name) needs \(option.value ?? "a value"), none or default, not '\(text)'")
            }
            return .limited(value)
        }
    }

    private static func pattern(
        _ option: Option, _ arguments: Arguments
    ) throws -> Policy.Setting<TitlePattern>? {
        let setting = try setting(option, arguments) { $0.isEmpty ? nil : TitlePattern($0) }
        if let pattern = setting?.limit, let problem = pattern.problem {
            throw arguments.usage("\(option.name) takes no '\(pattern.text)': \(problem)")
        }
        return setting
    }

    private static func template(_ arguments: Arguments) throws -> Policy.Setting<FileTemplate>? {
        guard let text = arguments.value(Self.template) else { return nil }
        if text == "default" { return .inherited }
        let template = FileTemplate(text)
        if let problem = template.problem {
            throw arguments.usage("\(Self.template.name) takes no '\(text)': \(problem)")
        }
        return .limited(template)
    }

    private static func byteCount(_ text: String) -> Int64? {
        let units: [Character: Double] = ["K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12]
        var digits = text.uppercased()
        if digits.hasSuffix("B") { digits.removeLast() }
        let unit = digits.last.flatMap { units[$0] }
        if unit != nil { digits.removeLast() }
        guard let number = Double(digits.trimmingCharacters(in: .whitespaces)), number >= 0 else {
            return nil
        }
        return Int64(exactly: (number * (unit ?? 1)).rounded())
    }
}

/// What `policy` answers.
private struct PolicyReport: Encodable {
    /// What holds; what has no limit is left out.
    struct Limits: Encodable {
        let newest: Int?
        let maximumAgeDays: Int?
        let including: String?
        let excluding: String?
        let budgetBytes: Int64?
        let newItems: Int?
        let template: String
    }

    struct Own: Encodable {
        let feed: Int64
        let title: String
        let policy: Limits
        /// Whether the feed has a policy of its own.
        let isOwn: Bool
    }

    let policy: Limits
    let feeds: [Own]

    init(_ policies: Policies, _ all: [Feed], only: Feed?) {
        policy = Limits(policies.all)
        let shown = only.map { [$0] } ?? all.filter { policies.perFeed[$0.id] != nil }
        feeds = shown.map {
            Own(
                feed: $0.id.rawValue, title: $0.title, policy: Limits(policies[$0.id]),
                isOwn: policies.perFeed[$0.id] != nil)
        }
    }

    var lines: [String] {
        ["all feeds: \(policy.text)"]
            + feeds.map { "\($0.title): \($0.policy.text)\($0.isOwn ? "" : ", as all feeds")" }
    }
}

extension PolicyReport.Limits {
    init(_ policy: Policy) {
        newest = policy.newest.limit
        maximumAgeDays = policy.days.limit
        including = policy.including.limit?.text
        excluding = policy.excluding.limit?.text
        budgetBytes = policy.budget.limit
        newItems = policy.newItems.limit
        template = (policy.template.limit ?? .standard).text
    }

    fileprivate var text: String {
        [
            newest.map { "the newest \($0)" } ?? "all",
            maximumAgeDays.map { "at most \($0.counted("day")) old" },
            including.map { "with '\($0)' in the title" },
            excluding.map { "without '\($0)' in the title" },
            budgetBytes.map { "within \($0.formatted(.byteCount(style: .file)))" },
            newItems.map { "at most \($0) new at once" },
            template == FileTemplate.standard.text ? nil : "called '\(template)'",
        ].compactMap { $0 }.joined(separator: ", ")
    }
}
