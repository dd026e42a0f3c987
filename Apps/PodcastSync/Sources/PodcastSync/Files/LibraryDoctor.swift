public import CogGraph
public import Foundation
import PodcastModel
import PodcastStore
import PodcastTransfer

/// Looks a library over, and says what should be done about it. Changes nothing.
public struct LibraryDoctor: Sendable {
    public private(set) var findings: [Finding] = []
    public private(set) var feeds = 0
    public private(set) var episodes = 0
    /// How many files are here as they were downloaded.
    public private(set) var files = 0
    /// Folders beside those of the feeds. Somebody left them there: what unsubscribing leaves was asked to stay.
    public private(set) var foldersOfNoFeed: [String] = []
    /// Who uses the library now: what is under way there may look unfinished.
    public let holder: String?

    private let directory: URL

    /// - Parameter assemble: Makes the context to look through; an app passes `Cogs.assemble`.
    /// - Throws: A `PodcastError` when the store cannot be opened.
    @MainActor
    public init(directory: URL, now: Date, assemble: @MainActor () -> Cogs) throws {
        self.directory = directory
        holder = LibraryLock.holder(in: directory)
        let store = try Store(reading: directory)
        checkAccess()
        let problems = store.problems()
        for problem in problems {
            find(
                .store, "library.sqlite", problem,
                "restore it from a copy, or subscribe anew in another folder")
        }
        // What a damaged store says of feeds and files is not to be trusted.
        guard problems.isEmpty else { return }
        let plan = try LibraryPlan(store, directory, now: now, assemble: assemble)
        feeds = plan.feeds.count
        episodes = plan.feeds.reduce(0) { $0 + $1.entries.count }
        let names = try store.fileNames()
        // What a process that was killed left to be moved, the next run moves.
        let moves = try store.fileMoves()
        for feed in plan.feeds { checkFiles(of: feed, names, moves) }
        checkRoot(plan.feeds.map(\.feed.folder) + moves.map(\.old.folder))
        checkEngine()
        for feed in plan.feeds { check(feed.feed) }
        check(try store.policies(), plan.feeds.map(\.feed))
        for titles in plan.feeds.flatMap(\.undecided) where titles.problem == nil {
            find(.pattern, titles.feedTitle, titles.what, titles.advice)
        }
        for (host, until) in try store.hostPauses().sorted(by: { $0.key < $1.key })
        where !HostPause.isOver(until, now: now) {
            find(
                .hostPaused, host, "asked to be left alone until \(until.formatted(.iso8601))",
                "leave it; it is asked again after that")
        }
    }

    private mutating func find(_ kind: Finding.Kind, _ place: String, _ what: String, _ advice: String) {
        findings.append(Finding(kind: kind, place: place, what: what, advice: advice))
    }

    private mutating func checkAccess() {
        for name in ["", "library.sqlite", "library.lock"] {
            let path = name.isEmpty ? directory.path : directory.appendingPathComponent(name).path
            guard access(path, W_OK) != 0, errno != ENOENT else { continue }
            find(
                .notWritable, name.isEmpty ? "." : name,
                "cannot be written: \(String(cString: strerror(errno)))",
                "change its owner or mode; until then the library can only be looked at")
        }
    }

    /// Holds what is recorded of a feed's files against what is in its folder.
    private mutating func checkFiles(
        of feed: LibraryPlan.FeedEntry, _ names: [EpisodeID: String], _ moves: [FileMove]
    ) {
        let disk = LibraryFiles(directory)
        let folder = feed.feed.folder
        let inside: Set<String>
        do {
            inside = Set(try disk.entries(of: folder))
        } catch {
            find(.unreadableFolder, folder, error.what, error.advice ?? "check who may read it")
            return
        }
        var known = Set(
            moves.filter { $0.old.folder == folder }.flatMap { move in
                [move.old.name] + PartFiles.of(move.old.url(in: directory)).map(\.lastPathComponent)
            })
        for entry in feed.entries {
            guard let name = names[entry.episode.id] else { continue }
            let file = EpisodeFile(folder: folder, name: name)
            let parts = PartFiles.of(file.url(in: directory)).map(\.lastPathComponent)
            let isFirst = known.insert(name).inserted
            known.formUnion(parts)
            let size = disk.size(of: disk.place(of: file, moves))
            if isFirst { check(entry, file, parts.filter(inside.contains), size) }
        }
        for name in inside.subtracting(known).sorted() {
            find(
                .unknownFile, folder + "/" + name, "belongs to no episode", "remove it, or move it elsewhere")
        }
    }

    private mutating func check(
        _ entry: LibraryPlan.Entry, _ file: EpisodeFile, _ parts: [String], _ size: Int64?
    ) {
        let path = file.folder + "/" + file.name
        let id = entry.episode.id.rawValue
        switch (entry.episode.download, size) {
        case (.downloaded(_, let bytes), let size?) where size == bytes: files += 1
        case (.downloaded(_, let bytes), let size?):
            find(
                .wrongSize, path, "has \(size) bytes and had \(bytes) when it was downloaded",
                "podcast-sync download \(id) gets it again")
        case (.downloaded, nil):
            find(
                .missingFile, path, "is not there any more",
                "podcast-sync download \(id) gets it again, podcast-sync skip \(id) forgets it")
        case (.skipped(_, .some), .some):
            find(.leftover, path, "was skipped and is still there", "podcast-sync clean removes it")
        case (_, .some) where PartFiles.unconfirmedLength(of: file.url(in: directory)) != nil: break
        // Its download takes that place.
        case (_, .some) where entry.isOpen: break
        case (_, .some):
            find(.unknownFile, path, "is there and not recorded", "remove it, or move it elsewhere")
        default: break
        }
        // What tells of an end that is noted is left of a process that was killed; the next run takes it away.
        if case .downloaded = entry.episode.download,
            PartFiles.unconfirmedLength(of: file.url(in: directory)) != nil
        {
            return
        }
        guard let part = parts.first, !entry.isOpen else { return }
        find(
            .strayPart, file.folder + "/" + part, "is an unfinished download of what is not wanted",
            "podcast-sync clean removes it")
    }

    private mutating func checkRoot(_ folders: [String]) {
        guard let entries = try? LibraryFiles(directory).entries(of: "") else {
            find(.unreadableFolder, ".", "cannot be read", "check who may read it")
            return
        }
        for name in entries where !folders.contains(name) && !Store.ownFiles.contains(name) {
            if LibraryFiles(directory).isFolder(name) {
                foldersOfNoFeed.append(name)
            } else {
                find(.unknownFile, name, "belongs to no feed", "remove it, or move it elsewhere")
            }
        }
    }

    /// Whoever uses the library has what goes on beside the app in hand.
    private mutating func checkEngine() {
        let aria2 = Aria2Folder(library: directory)
        guard aria2.exists, holder == nil else { return }
        let advice = "podcast-sync sync --once --engine aria2 takes up what it did"
        if aria2.isInUse {
            let who = aria2.process.map { " (process \($0))" } ?? ""
            find(.engine, LibraryFile.aria2, "aria2\(who) goes on after the run that began it", advice)
        } else {
            find(.engine, LibraryFile.aria2, "is left of an aria2 that ended with its work undone", advice)
        }
    }

    private mutating func check(_ feed: Feed) {
        let number = feed.id.rawValue
        if feed.isGone {
            find(
                .feedGone, feed.title, "its server says that it is gone for good",
                "podcast-sync unsubscribe \(number); its files stay")
        } else if let error = feed.lastError {
            find(
                .feedFailed, feed.title, "its last refresh failed: \(error)",
                "podcast-sync refresh \(number) tries again")
        }
    }

    private mutating func check(_ policies: Policies, _ feeds: [Feed]) {
        func unusable(_ policy: Policy) -> [(text: String, problem: String)] {
            [policy.including, policy.excluding].compactMap(\.limit)
                .compactMap { pattern in pattern.problem.map { (pattern.text, $0) } }
        }
        let all = unusable(policies.global).map { ("all feeds", $0) }
        let own = feeds.flatMap { feed in
            (policies.perFeed[feed.id].map(unusable) ?? []).map { (feed.title, $0) }
        }
        for (place, pattern) in all + own {
            find(
                .pattern, place, "the pattern '\(pattern.text)' cannot be used: \(pattern.problem)",
                "set another; until then nothing is downloaded or removed that it has to decide about")
        }
    }
}
