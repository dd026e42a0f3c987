public import Foundation
import Synchronization

/// Downloads by an aria2 beside the app, which goes on when the app dies (POD-14).
///
/// aria2 gets nothing but plain work: our own client follows redirects under the host policy, judges how the
/// body begins, and knows the validators; aria2 may then ask that one host, and only for those bytes. What it
/// cannot be given safely this process downloads itself: what needs credentials, and hosts whose ranges are
/// odd. See Docs/Decisions/aria2-engine.md.
public struct Aria2DownloadEngine: DownloadEngine {
    /// How often a download is looked at.
    static let interval = Duration.milliseconds(250)

    let client: HTTPClient
    let daemon: Aria2Daemon
    let inProcess: DataTaskDownloadEngine
    let clock: any Clock<Duration>
    private let folder: Aria2Folder
    private let startsDaemon: Bool

    /// Makes an engine over a client, which stays the caller's to close.
    ///
    /// - Parameters:
    ///   - folder: Its own, in a library that this process has locked.
    ///   - program: The path of aria2c; nil takes up what goes on, and begins nothing outside.
    ///   - jobs: How many downloads go on at once.
    ///   - lifetime: How long an aria2 that it starts lives at most; what that leaves undone goes on with the next.
    public init(
        client: HTTPClient, folder: Aria2Folder, program: String?, jobs: Int,
        lifetime: Duration = .seconds(86_400), clock: any Clock<Duration>
    ) {
        self.client = client
        self.clock = clock
        self.folder = folder
        startsDaemon = program != nil
        daemon = Aria2Daemon(
            folder: folder, program: program, jobs: jobs, lifetime: lifetime, clock: clock)
        inProcess = DataTaskDownloadEngine(client: client)
    }

    /// Looks for the aria2 of an earlier process, and starts it again where it ended with work left.
    ///
    /// Where there is none, it begins with the first download.
    public func start() async throws(EngineFailure) {
        guard folder.exists, startsDaemon || folder.isInUse else { return }
        _ = try await daemon.find()
    }

    /// See ``DownloadEngine/outstanding()``; a download that failed is none: it is tried again.
    public func outstanding() async throws(EngineFailure) -> [OutstandingDownload] {
        guard folder.exists, let aria2 = try await daemon.find(), let all = try? await aria2.all() else {
            return []
        }
        return all.compactMap { status in
            guard let id = status.id.download, let destination = status.part.map(PartFile.destination(of:)),
                let phase = status.phase
            else { return nil }
            return OutstandingDownload(id: id, destination: destination, phase: phase)
        }
    }

    /// See ``DownloadEngine/download(_:progress:)``; the part is `<name>.part` beside the destination, and
    /// another engine goes on from it.
    public func download(
        _ request: DownloadRequest, progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws(TransferError) -> DownloadReceipt {
        let (url, _) = request.url.separatingCredentials(nil)
        try client.policy.check(url, feedHost: request.feedHost)
        if let receipt = DownloadReceipt(unconfirmed: request) { return receipt }
        let meter = PercentMeter(progress)
        if let receipt = try await adopted(request, meter) { return receipt }
        let probe = try await DownloadProbe(request, client)
        let isPlain = probe.isPlain && Aria2Options.canFence(probe.head.url)
        guard startsDaemon, isPlain, !client.needsCredentials(request, at: probe.head.url) else {
            return try await inProcess.download(request, progress: progress)
        }
        return try await begun(request, probe, meter)
    }

    /// See ``DownloadEngine/confirm(_:)``.
    public func confirm(_ request: DownloadRequest) async {
        await forget(Aria2ID(request.id))
        inProcess.confirm(request)
    }

    /// See ``DownloadEngine/withdraw(_:at:keepingPart:)``.
    public func withdraw(_ id: DownloadID, at destination: URL, keepingPart: Bool) async {
        await forget(Aria2ID(id))
        if keepingPart {
            PartFiles.removeControlFile(of: PartFile.part(of: destination))
        } else {
            PartFiles.remove(of: destination)
        }
    }

    /// Ends aria2 where it has nothing left to do, or its library is gone; otherwise it goes on.
    public func stop() async {
        guard folder.exists else { return await daemon.endLost() }
        if let aria2 = try? await daemon.findRunning(), let all = try? await aria2.all(),
            all.contains(where: { [.active, .waiting, .complete].contains($0.status) })
        {
            return
        }
        // One that does not end is found by the next run, and by the doctor.
        try? await daemon.end()
    }

    /// Ends the aria2 of a folder whatever it is at, for an engine that takes its place. Its parts stay.
    ///
    /// - Throws: `EngineFailure` when it cannot be ended: two must not write to one part.
    public static func end(in folder: Aria2Folder, clock: any Clock<Duration>) async throws(EngineFailure) {
        guard folder.exists else { return }
        try await Aria2Daemon(folder: folder, program: nil, jobs: 1, lifetime: .zero, clock: clock).end()
    }

    /// Has aria2 end a download and know nothing of it any more; returns once nothing is written to its part.
    func forget(_ id: Aria2ID) async {
        // Once more where it does not answer: then the daemon ends it, and that is the end of it too.
        for _ in 1...2 where folder.exists {
            guard let aria2 = try? await daemon.findRunning() else { return }
            do throws(Aria2Client.Failure) { return try await aria2.remove(id, clock) } catch {
                await daemon.lost(aria2)
            }
        }
    }
}

extension Aria2Status {
    /// What it is to a later process; nil for what is to be tried again.
    fileprivate var phase: OutstandingDownload.Phase? {
        switch status {
        case .active, .waiting, .paused: .running
        case .complete: .ended
        case .error, .removed: nil
        }
    }
}

/// Tells each whole percent once (POD-13).
final class PercentMeter: Sendable {
    private let last = Mutex(-1)
    private let progress: @Sendable (DownloadProgress) -> Void

    init(_ progress: @escaping @Sendable (DownloadProgress) -> Void) { self.progress = progress }

    func tell(_ news: DownloadProgress?) {
        guard let news else { return }
        let isNew = last.withLock { last in
            defer { last = max(last, news.percent) }
            return news.percent > last
        }
        if isNew { progress(news) }
    }
}
