import Foundation
import PodcastTransfer
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The system's side of a background session, which does what a test says and outlives every engine.
final class ScriptedBackgroundSession: BackgroundSession {
    struct Beginning: Equatable {
        let tag: BackgroundTag
        let url: URL?
        let headers: [String: String]
        let resumeData: Data?
    }

    private struct State {
        var running: [DownloadID: BackgroundTag] = [:]
        var beginnings: [Beginning] = []
        var observer: (any BackgroundSessionObserver)?
        /// What happened while nobody was told.
        var held: [@Sendable (any BackgroundSessionObserver) -> Void] = []
        var resumeData: [DownloadID: Data] = [:]
    }

    private let state = Mutex(State())
    private let begun = AsyncStream<Void>.makeStream()
    private let looks = AsyncStream<Void>.makeStream()

    var beginnings: [Beginning] { state.withLock { $0.beginnings } }

    /// Returns once one more transfer has begun; for one caller.
    func hasBegun() async { for await _ in begun.stream { return } }

    /// Returns once somebody has asked one more time, since the app started, for what is transferred; for one
    /// caller.
    func wasLookedAt() async { for await _ in looks.stream { return } }

    /// What a cancellation leaves of a transfer.
    func leave(_ data: Data, of id: DownloadID) { state.withLock { $0.resumeData[id] = data } }

    /// The app is dead: nobody hears anything.
    func appDies() { state.withLock { $0.observer = nil } }

    func observe(by observer: any BackgroundSessionObserver) {
        let held = state.withLock { state in
            state.observer = observer
            defer { state.held = [] }
            return state.held
        }
        for event in held { event(observer) }
    }

    func transfers() async -> [BackgroundTag] {
        defer { looks.continuation.yield() }
        return state.withLock { Array($0.running.values) }
    }

    func begin(_ request: URLRequest, as tag: BackgroundTag, resumingFrom resumeData: Data?) async {
        state.withLock { state in
            state.running[tag.id] = tag
            state.beginnings.append(
                Beginning(
                    tag: tag, url: request.url, headers: request.allHTTPHeaderFields ?? [:],
                    resumeData: resumeData))
        }
        begun.continuation.yield()
    }

    func cancel(_ id: DownloadID) async -> Data? {
        state.withLock { state in
            guard state.running.removeValue(forKey: id) != nil else { return nil }
            return state.resumeData[id]
        }
    }

    func progress(_ id: DownloadID, _ received: Int64, of total: Int64?) {
        guard let tag = state.withLock({ $0.running[id] }) else { return }
        tell { $0.progressed(tag, received: received, total: total) }
    }

    /// Ends a transfer with an answer.
    ///
    /// - Parameter url: Where it came from; nil where it was asked for.
    func answer(
        _ id: DownloadID, _ bytes: [UInt8], status: Int = 200, headers: [String: String] = [:],
        from url: URL? = nil
    ) throws {
        guard let (tag, begun) = end(id), let place = url ?? begun.url else { return }
        let location = FileManager.default.temporaryDirectory
            .appendingPathComponent("background-\(UUID().uuidString)")
        try Data(bytes).write(to: location)
        let fields = ["Content-Length": "\(bytes.count)", "Content-Type": "audio/mpeg"]
            .merging(headers) { $1 }
        let response = HTTPURLResponse(
            url: place, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
        tell { observer in
            observer.came(tag, at: location, response)
            try? FileManager.default.removeItem(at: location)
        }
    }

    /// Ends a transfer without an answer.
    func fail(_ id: DownloadID, _ code: URLError.Code, resumeData: Data? = nil) {
        guard let (tag, _) = end(id) else { return }
        tell { $0.failed(tag, URLError(code), resumeData: resumeData) }
    }

    private func end(_ id: DownloadID) -> (BackgroundTag, Beginning)? {
        state.withLock { state in
            guard let tag = state.running.removeValue(forKey: id),
                let beginning = state.beginnings.last(where: { $0.tag.id == id })
            else { return nil }
            return (tag, beginning)
        }
    }

    private func tell(_ event: @escaping @Sendable (any BackgroundSessionObserver) -> Void) {
        let observer = state.withLock { state in
            if state.observer == nil { state.held.append(event) }
            return state.observer
        }
        if let observer { event(observer) }
    }
}
