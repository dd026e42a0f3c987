import Foundation
import PodcastTransfer
import Synchronization

@testable import PodcastSync

/// An engine whose downloads go on without the app, as a test says they do.
final class OutlivingEngine: DownloadEngine {
    enum Call: Hashable {
        case download(Int64, isDiscretionary: Bool)
        case confirm(Int64)
        case withdraw(Int64, keepingPart: Bool)
        case stop
    }

    private struct State {
        var calls: [Call] = []
        var outstanding: [OutstandingDownload] = []
    }

    private let state = Mutex(State())
    /// Whether downloads go on until their task is cancelled.
    private let isEndless: Bool
    private let begun = AsyncStream<Void>.makeStream()

    init(isEndless: Bool = false) { self.isEndless = isEndless }

    var calls: [Call] { state.withLock { $0.calls } }

    /// Begins with a download of an earlier process.
    func have(_ id: Int64, _ phase: OutstandingDownload.Phase, at path: String = "/library/Show/a.mp3") {
        let download = OutstandingDownload(
            id: DownloadID(id), destination: URL(fileURLWithPath: path), phase: phase)
        state.withLock { $0.outstanding.append(download) }
    }

    /// Returns once a download has begun.
    func hasBegun() async { for await _ in begun.stream { return } }

    func start() {}
    func outstanding() -> [OutstandingDownload] { state.withLock { $0.outstanding } }

    func download(
        _ request: DownloadRequest, progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws(TransferError) -> DownloadReceipt {
        note(.download(request.id.rawValue, isDiscretionary: request.isDiscretionary))
        begun.continuation.yield()
        if isEndless {
            let (never, end) = AsyncStream<Never>.makeStream()
            for await _ in never {}
            end.finish()
            throw .cancelled
        }
        return DownloadReceipt(bytes: 3, contentType: nil, finalURL: request.url, resumedFrom: 3)
    }

    func confirm(_ request: DownloadRequest) { note(.confirm(request.id.rawValue)) }
    func withdraw(_ id: DownloadID, at destination: URL, keepingPart: Bool) {
        note(.withdraw(id.rawValue, keepingPart: keepingPart))
    }
    func stop() { note(.stop) }

    private func note(_ call: Call) { state.withLock { $0.calls.append(call) } }

    /// The choice of this very engine.
    var choice: EngineChoice { EngineChoice { _ in self } }
}
