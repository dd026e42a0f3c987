import CogGraph
import CogMechanisms
import CogTesting
import Foundation
import Testing
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@MainActor
@Suite("Samples of the mechanisms document: downloads")
struct DownloadsTests {
    @MainActor
    private final class Engines {
        var engine: DownloadEngine?
    }

    private func makeCogs() -> (Cogs, Engines) {
        let engines = Engines()
        let cogs = Cogs.forTesting(
            mechanisms: [
                DownloadsMechanism { finished in
                    let engine = DownloadEngine(onDownloadFinished: finished)
                    engines.engine = engine
                    return engine
                }
            ])
        return (cogs, engines)
    }

    @Test("SEED-1: the engine is handed each desired set, and no set twice")
    func reconciles() async {
        let (cogs, engines) = makeCogs()
        cogs.turn(subscribedEpisodesCog, to: [
            Episode(id: "1", isNew: true), Episode(id: "2", isNew: false),
            Episode(id: "3", isNew: true),
        ])
        cogs.turn(downloadStateCogs["1"], to: .downloading)
        cogs.turn(downloadStateCogs["2"], to: .downloading)
        cogs.turn(autoDownloadPolicyCog, to: AutoDownloadPolicy(isOn: false))
        #expect(engines.engine?.desired == [[], ["1", "3"], ["3"], []])
    }

    @Test("SEED-1: a finished download reaches the graph from the delegate's queue")
    func finishes() async throws {
        let (cogs, engines) = makeCogs()
        cogs.turn(subscribedEpisodesCog, to: [Episode(id: "1", isNew: true)])
        let engine = try #require(engines.engine)
        let session = URLSession(configuration: .ephemeral)
        let task = session.downloadTask(with: URLRequest(url: URL(fileURLWithPath: "/dev/null")))
        task.taskDescription = "1"
        await Task.detached {
            engine.urlSession(
                session, downloadTask: task,
                didFinishDownloadingTo: URL(fileURLWithPath: "/tmp/a.mp3"))
        }.value
        await Task { @MainActor in }.value
        #expect(
            cogs.peek(downloadStateCogs["1"])
                == .downloaded(URL(fileURLWithPath: "/library/1/a.mp3")))
        #expect(engine.desired.last == [])
        session.invalidateAndCancel()
    }

    @Test("SEED-1: a refresh entry point turns new episodes into work for the engine")
    func refreshes() async {
        let (cogs, engines) = makeCogs()
        let scene = SceneStandIn()
            .backgroundTask(.appRefresh("app.feedRefresh")) {
                await cogs.refreshAllFeeds()
                await cogs.scheduleNextRefresh()
            }
        await scene.launch("app.feedRefresh")
        #expect(engines.engine?.desired == [[], ["fresh"]])
    }
}

/// As much of a scene as launching background tasks takes.
private struct SceneStandIn {
    enum BackgroundTask: Hashable {
        case appRefresh(String)
    }

    private var tasks: [BackgroundTask: @Sendable () async -> Void] = [:]

    func backgroundTask(
        _ task: BackgroundTask, action: @escaping @Sendable () async -> Void
    ) -> Self {
        var scene = self
        scene.tasks[task] = action
        return scene
    }

    func launch(_ identifier: String) async { await tasks[.appRefresh(identifier)]?() }
}
