public import CogGraph
public import Foundation
public import PodcastModel
import PodcastStore

/// What is wanted of a library and what is not, and why, as far as is known without refreshing.
public struct LibraryPlan: Sendable {
    /// One episode, and what a sync would do about it.
    public struct Entry: Hashable, Sendable {
        /// What there is to do.
        public enum Action: String, Hashable, Sendable {
            /// It is as it should be.
            case nothing
            case download
            /// It is held up for a while; see ``Entry/wait``.
            case wait
            /// Its file is here and nothing wants it.
            case remove
        }

        public let episode: Episode
        public let verdict: Verdict
        public let action: Action
        /// What holds up its download.
        public let wait: Wait?

        /// Whether a file may come to be in its place without any more being said.
        var isOpen: Bool { action == .download || action == .wait || verdict.isUndecided }
    }

    public struct FeedEntry: Hashable, Sendable {
        public let feed: Feed
        /// What holds for it.
        public let policy: Policy
        /// The newest first.
        public let entries: [Entry]
        /// The bytes of its files; one that episodes share is counted once (POD-1).
        public let bytes: Int64

        /// What a sync would download now; episodes over one enclosure are one.
        public let downloads: Int

        /// Of its episodes those that no pattern decides about.
        public var undecided: [UndecidedTitles] {
            UndecidedTitles.all(of: feed, entries.lazy.map { (title: $0.episode.title, verdict: $0.verdict) })
        }
    }

    public let feeds: [FeedEntry]

    /// Reads the library in `directory`; it may be in use.
    ///
    /// - Parameters:
    ///   - now: Decides which failed downloads are wanted again, and what is too old.
    ///   - assemble: Makes the context to look through; an app passes `Cogs.assemble`.
    /// - Throws: A `PodcastError` when it cannot be read.
    @MainActor
    public init(directory: URL, now: Date, assemble: @MainActor () -> Cogs) throws {
        try self.init(Store(reading: directory), directory, now: now, assemble: assemble)
    }

    @MainActor
    init(_ store: Store, _ directory: URL, now: Date, assemble: @MainActor () -> Cogs) throws(PodcastError) {
        let cogs = assemble()
        cogs.load(try LibrarySnapshot(store, directory: directory))
        cogs.begin(RunRequest(feeds: .only([]), downloads: .wanted, removals: .unwanted), now: now)
        feeds = cogs.peek(planCog)
    }
}

/// The plan, feed by feed, from the very state that a sync follows.
let planCog = Cog<[LibraryPlan.FeedEntry]>(name: "plan") { c in
    c[_feedsCog].compactMap { c[feedPlanCogs[$0.id]] }
}

/// The plan of one feed; nil once it is gone from the library.
private let feedPlanCogs = CogBox<LibraryPlan.FeedEntry?, FeedID>(name: "feedPlan") { c, id in
    guard let feed = c[feedCogs[id]] else { return nil }
    let removals = Set(c[unwantedFilesCogs[id]].flatMap(\.sharing))
    var files: Set<String> = []
    var bytes: Int64 = 0
    let entries = c[verdictsCogs[id]].map { judged in
        if case .here(let name, let size) = judged.standing, files.insert(name).inserted { bytes += size }
        let isMissing = judged.verdict.isWanted && judged.standing == .elsewhere
        let wait = isMissing ? c[episodeWaitCogs[judged.episode]] : nil
        let action: LibraryPlan.Entry.Action =
            if isMissing {
                wait == nil ? .download : .wait
            } else {
                removals.contains(judged.episode.id) ? .remove : .nothing
            }
        return LibraryPlan.Entry(
            episode: judged.episode, verdict: judged.verdict, action: action, wait: wait)
    }
    return LibraryPlan.FeedEntry(
        feed: feed, policy: c[policyCogs[id]], entries: entries, bytes: bytes,
        downloads: c[episodesToDownloadCogs[id]].count)
}

/// What holds up the download of an episode: its own rest, else its host's pause.
private let episodeWaitCogs = CogBox<Wait?, Episode>(name: "episodeWait") { c, episode in
    if let wait = c[downloadReadinessCogs[episode.id]].wait { return wait }
    guard let host = episode.enclosureURL?.hostAndPort else { return nil }
    return c[hostPauseCogs[host]].map { .pause(host: host, until: $0) }
}
