public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Downloads by background sessions, which the system goes on with when the app is suspended or dies (POD-14).
///
/// What a policy wants goes to a session whose work is discretionary: the system chooses a time when power and
/// network suit. What the user asked for goes to another, which begins at once.
///
/// A background session follows every redirect and asks nobody. So our own client follows them first, under the
/// host policy (POD-7), and what needs credentials is downloaded in this process: a background session
/// would take them along (POD-15). An answer that came from elsewhere all the same is thrown away.
public final class BackgroundDownloadEngine: DownloadEngine {
    enum Outcome: Sendable {
        case came(DownloadReceipt)
        case failed(TransferError)
        /// The system ended it, as it does when the user ends the app; it can be begun again.
        case ended
    }

    /// How often a download is begun that the system ends by itself.
    private static let beginnings = 3

    private struct Waiter {
        let meter: PercentMeter
        let end: AsyncStream<Outcome>.Continuation
    }

    private struct State {
        var waiters: [DownloadID: Waiter] = [:]
        /// What came while nobody waited, and was not confirmed.
        var unclaimed: [DownloadID: (tag: BackgroundTag, outcome: Outcome)] = [:]
    }

    private let client: HTTPClient
    private let inProcess: DataTaskDownloadEngine
    private let automatic: any BackgroundSession
    private let asked: any BackgroundSession
    private let claim: BackgroundClaim
    private let state = Mutex(State())

    /// Makes an engine over a client, which stays the caller's to close.
    ///
    /// - Parameters:
    ///   - library: The folder that all destinations are in; this process has locked it.
    ///   - automatic: The session for what is discretionary.
    ///   - asked: The session for what somebody waits for.
    public init(
        client: HTTPClient, library: URL, automatic: any BackgroundSession, asked: any BackgroundSession
    ) {
        self.client = client
        (self.automatic, self.asked) = (automatic, asked)
        inProcess = DataTaskDownloadEngine(client: client)
        claim = BackgroundClaim(library: library, policy: client.policy)
    }

    /// Hears from now on what the system does, and what it did without the app.
    public func start() {
        for session in [automatic, asked] { session.observe(by: self) }
    }

    /// See ``DownloadEngine/outstanding()``; a download that failed is none: it is tried again.
    public func outstanding() async -> [OutstandingDownload] {
        let running = await automatic.transfers() + asked.transfers()
        let came = state.withLock { state in
            state.unclaimed.values.compactMap { entry in
                if case .came = entry.outcome { entry.tag } else { nil }
            }
        }
        let over = Set(came.map(\.id))
        return came.map { outstanding($0, .ended) }
            + running.filter { !over.contains($0.id) }.map { outstanding($0, .running) }
    }

    /// See ``DownloadEngine/download(_:progress:)``.
    ///
    /// A part of another engine's is gone on with in this process, since the system takes up only its own.
    public func download(
        _ request: DownloadRequest, progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws(TransferError) -> DownloadReceipt {
        let (url, _) = request.url.separatingCredentials(nil)
        try client.policy.check(url, feedHost: request.feedHost)
        if let receipt = DownloadReceipt(unconfirmed: request) { return receipt }
        let (outcomes, end) = AsyncStream.makeStream(of: Outcome.self)
        let waiter = Waiter(meter: PercentMeter(progress), end: end)
        // Before anybody asks what is transferred: its end cannot be missed then.
        let early = state.withLock { state in
            state.waiters[request.id] = waiter
            return state.unclaimed.removeValue(forKey: request.id)?.outcome
        }
        defer { state.withLock { $0.waiters[request.id] = nil } }
        if case .failed(let error) = early { throw error }
        var outcome = outcomes.makeAsyncIterator()
        for _ in 0..<Self.beginnings {
            if let receipt = try await goOn(with: request, progress) { return receipt }
            switch await outcome.next() {
            case .came(let receipt): return receipt
            case .failed(let error): throw error
            case .ended: continue
            // Nobody waits any more; the system goes on.
            case nil: throw .cancelled
            }
        }
        throw .badAnswer(url.redacted, reason: "the system ended it \(Self.beginnings) times")
    }

    /// See ``DownloadEngine/confirm(_:)``.
    public func confirm(_ request: DownloadRequest) {
        state.withLock { _ = $0.unclaimed.removeValue(forKey: request.id) }
        inProcess.confirm(request)
    }

    /// See ``DownloadEngine/withdraw(_:at:keepingPart:)``.
    public func withdraw(_ id: DownloadID, at destination: URL, keepingPart: Bool) async {
        let first = await automatic.cancel(id)
        let second = await asked.cancel(id)
        state.withLock { _ = $0.unclaimed.removeValue(forKey: id) }
        if keepingPart {
            if let data = first ?? second { PartFiles.keep(resumeData: data, of: destination) }
        } else {
            PartFiles.remove(of: destination)
        }
    }

    /// Does nothing: the sessions go on, and what comes while nobody waits is a file whose end is to be told.
    public func stop() {}

    private func outstanding(
        _ tag: BackgroundTag, _ phase: OutstandingDownload.Phase
    ) -> OutstandingDownload {
        OutstandingDownload(id: tag.id, destination: claim.destination(of: tag), phase: phase)
    }

    /// Sees to it that a transfer goes on.
    ///
    /// - Returns: What came, where this process did it; nil when the system does.
    private func goOn(
        with request: DownloadRequest, _ progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws(TransferError) -> DownloadReceipt? {
        if await asked.transfers().contains(where: { $0.id == request.id }) { return nil }
        var resumeData = PartFiles.resumeData(of: request.destination)
        if await automatic.transfers().contains(where: { $0.id == request.id }) {
            if request.isDiscretionary { return nil }
            // Somebody waits for it now.
            resumeData = await automatic.cancel(request.id) ?? resumeData
        }
        guard let tag = BackgroundTag(request, library: claim.library),
            !PartFiles.isBegun(request.destination)
        else { return try await inProcess.download(request, progress: progress) }
        let probe = try await DownloadProbe(request, client)
        guard probe.isPlain, !client.needsCredentials(request, at: probe.head.url) else {
            return try await inProcess.download(request, progress: progress)
        }
        if Task.isCancelled { throw .cancelled }
        var start = URLRequest(url: probe.head.url)
        start.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        let session = request.isDiscretionary ? automatic : asked
        await session.begin(start, as: tag, resumingFrom: resumeData)
        PartFiles.dropResumeData(of: request.destination)
        return nil
    }
}

extension BackgroundDownloadEngine: BackgroundSessionObserver {
    public func progressed(_ tag: BackgroundTag, received: Int64, total: Int64?) {
        guard let total, total > 0, received >= 0 else { return }
        let percent = Int(min(received, total).multipliedFullWidth(by: 100).low / UInt64(total))
        let meter = state.withLock { $0.waiters[tag.id]?.meter }
        meter?.tell(DownloadProgress(percent: percent, receivedBytes: received, totalBytes: total))
    }

    public func came(_ tag: BackgroundTag, at location: URL, _ response: URLResponse?) {
        do throws(TransferError) {
            end(tag, .came(try claim.file(tag, location, response)))
        } catch {
            end(tag, .failed(error))
        }
    }

    public func failed(_ tag: BackgroundTag, _ error: any Error, resumeData: Data?) {
        if let resumeData { PartFiles.keep(resumeData: resumeData, of: claim.destination(of: tag)) }
        end(tag, claim.outcome(of: error, tag))
    }

    private func end(_ tag: BackgroundTag, _ outcome: Outcome) {
        state.withLock { state in
            if let waiter = state.waiters[tag.id] {
                waiter.end.yield(outcome)
            } else {
                state.unclaimed[tag.id] = (tag, outcome)
            }
        }
    }
}
