import CogGraph
import CogMechanisms
import Foundation
import PodcastModel
import PodcastServer
import PodcastStore
import PodcastSync
import StoicServices

extension Command {
    static func open(_ directory: URL) throws -> Store {
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true)
        } catch {
            throw PodcastError(
                .store, "cannot make the library: \(error.localizedDescription)",
                at: directory.path)
        }
        return try Store(directory: directory)
    }

    static func subscribe(_ options: Options) throws {
        let text = try options.requireOperand("feed URL")
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme ?? "") else {
            throw PodcastError(.usage, "not an http or https URL", at: text)
        }
        switch try open(try options.requireLibrary()).addFeed(url) {
        case .inserted: print("subscribed")
        case .existing: print("subscribed already")
        }
    }

    static func policy(_ options: Options) throws {
        let text = try options.requireOperand("policy")
        let keep: Policy.Keep
        if text == "all" {
            keep = .all
        } else if let count = Int(text), count >= 0 {
            keep = .newest(count)
        } else {
            throw PodcastError(.usage, "neither 'all' nor a number", at: text)
        }
        try open(try options.requireLibrary()).setPolicy(Policy(keep: keep))
        print(keep == .all ? "keeping all episodes" : "keeping the newest \(text) of each feed")
    }

    static func sync(_ options: Options) async throws {
        guard options.once else {
            throw PodcastError(
                .usage, "sync runs once for now", at: "the command line", advice: "add --once")
        }
        let directory = try options.requireLibrary()
        _ = try open(directory)
        let summary = try await run(directory, options.allowsPrivateHosts)
        for failure in summary.failures { warn("podcast-sync: \(failure)") }
        print(
            "\(summary.feeds) feeds, \(summary.episodes) episodes, \(summary.downloaded) downloaded")
        if !summary.failures.isEmpty { exit(Int32(ExitCode.someFailed.rawValue)) }
    }

    @MainActor
    static func run(_ directory: URL, _ allowsPrivateHosts: Bool) async throws -> SyncSummary {
        do {
            return try await SyncRun(
                directory: directory, allowsPrivateHosts: allowsPrivateHosts
            ).run { Cogs.assemble(mechanisms: $0) }
        } catch ServiceGraphError.startFailed(_, let error as PodcastError, _) {
            throw error
        }
    }

    static func serve(_ options: Options) throws {
        let folder = URL(fileURLWithPath: try options.requireOperand("folder"))
        let site = try FolderSite(directory: folder)
        let server = try LoopbackServer()
        site.install(on: server)
        for file in site.files { print(site.url(of: file, on: server)) }
        fflush(nil)
        while true { pause() }
    }

    static func demo() async throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("podcast-sync-demo-\(UUID().uuidString)")
        defer {
            do { try FileManager.default.removeItem(at: directory) } catch { warn("\(error)") }
        }
        let server = try LoopbackServer()
        defer { server.stop() }
        let site = DemoSite()
        site.install(on: server)
        let store = try open(directory)
        for url in site.feedURLs(on: server) { _ = try store.addFeed(url) }
        try store.setPolicy(Policy(keep: .all))
        let summary = try await run(directory, true)
        for failure in summary.failures { print("as expected of an ill-behaved feed: \(failure)") }
        let lost = try countLost(store, directory, site.expectedBytes(on: server))
        print(
            "podcast-sync demo: \(summary.feeds) feeds, \(summary.episodes) episodes, "
                + "\(summary.downloaded) downloaded, \(lost) lost")
        if lost > 0 { exit(Int32(ExitCode.someFailed.rawValue)) }
    }

    /// Compares every file's bytes with what was served.
    private static func countLost(
        _ store: Store, _ directory: URL, _ served: [URL: [UInt8]]
    ) throws -> Int {
        let folders = Dictionary(uniqueKeysWithValues: try store.feeds().map { ($0.id, $0.folder) })
        var whole: Set<URL> = []
        for episode in try store.episodes() {
            guard case .downloaded(let name, _) = episode.download, let url = episode.enclosureURL,
                let folder = folders[episode.feed]
            else { continue }
            let file = directory.appendingPathComponent(folder).appendingPathComponent(name)
            if try Data(contentsOf: file) == served[url].map({ Data($0) }) { whole.insert(url) }
        }
        return served.count - whole.count
    }
}
