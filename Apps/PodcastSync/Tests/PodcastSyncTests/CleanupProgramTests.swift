import CogGraph
import CogTesting
import Foundation
import PodcastModel
import PodcastStore
import RandomPrograms
import Testing

@testable import PodcastSync

/// Random choices, policies, arrivals, crashes and cleanups over one library.
@MainActor
@Suite("Cleanups of any library")
struct CleanupProgramTests {
    private let bench = DoctorBench()

    @Test(
        "POD-4, POD-12: after any choices and crashes a cleanup leaves every wanted file and nothing else",
        arguments: 0..<16)
    func program(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let store = try bench.library(many: 8)
        var tombstones: Set<EpisodeID> = []
        for step in 0..<12 {
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                try change(store, &tombstones, &random)
            }
            let before = try store.episodes()
            let summary = try await LibraryRun(
                directory: bench.directory, options: RunOptions(command: "clean")
            ).run(RunRequest(feeds: .only([]), removals: .unwanted)) { Cogs.forTesting(mechanisms: $0) }
            #expect(summary.failures == [], "step \(step)")
            let after = try store.episodes()
            for (old, new) in zip(before, after) where old.download.fileName != nil {
                guard old.kept || old.asked else { continue }
                #expect(old.download == new.download, "step \(step): \(old.id)")
            }
            for episode in after where tombstones.contains(episode.id) {
                guard case .skipped(_, nil) = episode.download else {
                    Issue.record("step \(step): \(episode.id) came back")
                    continue
                }
            }
            tombstones.formUnion(after.filter { $0.download.isTombstone }.map(\.id))
            let files = try LibraryFiles(bench.directory).entries(of: "Show")
            #expect(files == after.compactMap(\.download.fileName).sorted(), "step \(step)")
            #expect(try bench.examine().findings == [], "step \(step)")
            let plan = try LibraryPlan(directory: bench.directory, now: bench.now) { Cogs.forTesting() }
            #expect(plan.feeds.flatMap(\.entries).allSatisfy { $0.action != .remove }, "step \(step)")
        }
    }

    private func change(
        _ store: Store, _ tombstones: inout Set<EpisodeID>, _ random: inout SplitMix
    ) throws {
        let id = EpisodeID(Int64.random(in: 1...8, using: &random))
        let episode = try #require(try store.episodes().first { $0.id == id })
        switch Int.random(in: 0..<8, using: &random) {
        case 0: try store.setKept(id, Bool.random(using: &random))
        case 1:
            let asks = Bool.random(using: &random)
            try store.setAsked(id, asks)
            if asks { tombstones.remove(id) }
        case 2: try store.setSkipped(id, true)
        case 3:
            try store.setSkipped(id, false)
            tombstones.remove(id)
        case 4:
            try store.setPolicy(
                Policy(
                    newest: .limited(Int.random(in: 0...8, using: &random)),
                    excluding: Bool.random(using: &random) ? .limited("[37]") : .unlimited,
                    budget: Bool.random(using: &random)
                        ? .limited(Int64.random(in: 0...60, using: &random)) : .unlimited))
        case 5: try crash(store, episode, &random)
        default: try arrive(store, episode)
        }
    }

    /// A download that ended.
    private func arrive(_ store: Store, _ episode: Episode) throws {
        guard episode.download == .none else { return }
        let name = try store.assignFile(episode.id).name
        try bench.place("Show/\(name)", "1234567")
        try store.setDownload(episode.id, .downloaded(fileName: name, bytes: 7))
    }

    /// A removal that began and did not end, before or after its file went.
    private func crash(_ store: Store, _ episode: Episode, _ random: inout SplitMix) throws {
        guard case .downloaded(let name, _) = episode.download, !episode.kept, !episode.asked else { return }
        try store.setDownload(episode.id, .skipped(.cleanup, leftover: name))
        if Bool.random(using: &random) {
            try FileManager.default.removeItem(at: bench.file("Show/\(name)"))
        }
    }
}

extension DownloadState {
    fileprivate var isTombstone: Bool { if case .skipped = self { true } else { false } }

    fileprivate var fileName: String? {
        if case .downloaded(let name, _) = self { name } else { nil }
    }
}
