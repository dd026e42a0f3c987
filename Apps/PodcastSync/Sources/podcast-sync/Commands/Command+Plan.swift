import CogGraph
import Foundation
import PodcastModel
import PodcastSync

extension Command {
    static let onlyWanted = Option(name: "--wanted", summary: "leave out what is not wanted")

    static let plan = Command(
        name: "plan", operands: "[FEED…]", operandCount: 0...Int.max,
        summary: "say of each episode whether it is wanted, and why",
        details: """
            FEED is a feed's number, its address, or its title; without any, all are shown. Each line has the
            episode's number, what the next sync would do about it (download, wait, remove, or nothing),
            whether it is wanted, its feed, its title, and the reason. Nothing is fetched: what a refresh
            would bring is not known.
            """, options: [onlyWanted, .library],
        examples: [
            Example("podcast-sync plan --wanted", "what the next sync would bring"),
            Example("podcast-sync plan 2", "why an episode of feed 2 is not wanted"),
        ], seeAlso: ["policy", "sync", "clean"]
    ) { arguments in
        let directory = try arguments.existingLibrary()
        let only: Set<FeedID>? =
            arguments.operands.isEmpty
            ? nil : try FeedLookup(directory).ids(of: arguments.operands, for: arguments)
        let plan = try await LibraryPlan(directory: directory, now: Date()) { Cogs.assemble() }
        let feeds = plan.feeds.filter { only?.contains($0.feed.id) ?? true }
        let report = PlanReport(feeds, onlyWanted: arguments.has(onlyWanted))
        try Output(arguments).write(report) { report.episodes.map(\.line) + [report.line] }
        return .done
    }
}

/// What `plan` answers.
private struct PlanReport: Encodable {
    let wanted: Int
    let download: Int
    let wait: Int
    let remove: Int
    let undecided: Int
    let episodes: [PlanLine]

    init(_ feeds: [LibraryPlan.FeedEntry], onlyWanted: Bool) {
        let all = feeds.flatMap { feed in feed.entries.map { PlanLine($0, of: feed.feed) } }
        func count(_ action: LibraryPlan.Entry.Action) -> Int { all.count { $0.action == action.rawValue } }
        wanted = all.count(where: \.isWanted)
        download = feeds.reduce(0) { $0 + $1.downloads }
        (wait, remove) = (count(.wait), count(.remove))
        undecided = feeds.reduce(0) { $0 + $1.entries.count(where: \.verdict.isUndecided) }
        episodes = onlyWanted ? all.filter(\.isWanted) : all
    }

    var line: String {
        "\(wanted) wanted: \(download) to download, \(wait) waiting; \(remove) to remove"
            + (undecided > 0 ? "; \(undecided) undecided" : "")
    }
}

/// One episode as `plan` shows it.
private struct PlanLine: Encodable {
    let id: Int64
    let feed: Int64
    let feedTitle: String
    let title: String
    let isWanted: Bool
    /// `download`, `wait`, `remove` or `nothing`.
    let action: String
    /// The reason in one word.
    let reason: String
    /// The reason for people.
    let why: String
    let isKept: Bool
    let nextAttemptAt: Date?

    init(_ entry: LibraryPlan.Entry, of feed: Feed) {
        let episode = entry.episode
        id = episode.id.rawValue
        self.feed = feed.id.rawValue
        feedTitle = feed.title
        title = episode.title
        isWanted = entry.verdict.isWanted
        action = entry.action.rawValue
        reason = entry.verdict.word
        isKept = episode.kept
        let said = entry.verdict.text
        nextAttemptAt = entry.wait?.until
        switch (entry.wait, episode.download) {
        case (.rest(let until), .failed(let reason, _)):
            why = "\(said); failed and waits until \(until.formatted(.iso8601)): \(reason)"
        case (.pause(let host, let until), _):
            why = "\(said); \(host) asked to be left alone until \(until.formatted(.iso8601))"
        default: why = said
        }
    }

    var line: String {
        "\(id)\t\(action)\t\(isWanted ? "wanted" : "not wanted")\t\(feedTitle)\t\(title)\t\(why)"
    }
}

extension Verdict {
    fileprivate var word: String {
        switch self {
        case .wanted(.asked): "asked"
        case .wanted(.kept): "kept"
        case .wanted(.policy): "policy"
        case .unwanted(.nothingToDownload): "nothingToDownload"
        case .unwanted(.skipped(.user)): "skipped"
        case .unwanted(.skipped(.cap)): "newAtOnce"
        case .unwanted(.skipped(.cleanup)): "cleaned"
        case .unwanted(.absent): "absent"
        case .unwanted(.excluded): "excluded"
        case .unwanted(.notIncluded): "notIncluded"
        case .unwanted(.undecided): "undecided"
        case .unwanted(.tooOld): "tooOld"
        case .unwanted(.beyondNewest): "beyondNewest"
        case .unwanted(.overBudget): "overBudget"
        }
    }

    fileprivate var text: String {
        switch self {
        case .wanted(.asked): "you asked for it"
        case .wanted(.kept): "you keep it"
        case .wanted(.policy(let place, nil)): "number \(place); the policy wants all"
        case .wanted(.policy(let place, let limit?)): "number \(place) of the newest \(limit)"
        case .unwanted(.nothingToDownload): "it has nothing to download"
        case .unwanted(.skipped(.user)): "you skipped it"
        case .unwanted(.skipped(.cap)): "too many episodes were new at once; `download` gets it"
        case .unwanted(.skipped(.cleanup)): "cleanup removed it; `download` gets it again"
        case .unwanted(.absent): "the feed no longer has it"
        case .unwanted(.excluded(let pattern)): "its title holds '\(pattern.text)'"
        case .unwanted(.notIncluded(let pattern)): "its title does not hold '\(pattern.text)'"
        case .unwanted(.undecided(let pattern, let isUsable)):
            "'\(pattern.text)' \(isUsable ? "takes too long on its title" : "cannot be used"): "
                + "set another pattern, or `download` or `skip` it"
        case .unwanted(.tooOld(let days)): "it is older than \(days.counted("day"))"
        case .unwanted(.beyondNewest(let limit)): "it is not among the newest \(limit)"
        case .unwanted(.overBudget(let bytes, let ofFeed)):
            "the budget of \(bytes.formatted(.byteCount(style: .file)))"
                + "\(ofFeed ? " of its feed" : "") is used up"
        }
    }
}
