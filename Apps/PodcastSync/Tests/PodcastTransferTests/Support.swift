import Foundation
import PodcastServer
import PodcastTransfer
import Synchronization
import Testing

/// A server, a client and a folder of one test.
final class Bench {
    let server: LoopbackServer
    let client: HTTPClient
    let folder: URL

    /// - Parameters:
    ///   - clock: What the client measures by that a host sends next to nothing.
    ///   - serverClock: What the server waits by where it is slow.
    init(
        policy: HostPolicy = HostPolicy(allowsPrivateHosts: true), idleTimeout: Double = 30,
        clock: any Clock<Duration> = ContinuousClock(), serverClock: any Clock<Duration> = ContinuousClock()
    ) throws {
        server = try LoopbackServer(clock: serverClock)
        client = HTTPClient(policy: policy, idleTimeout: idleTimeout, clock: clock)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        client.close()
        server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    var file: URL { folder.appendingPathComponent("episode.mp3") }
    var part: URL { folder.appendingPathComponent("episode.mp3.part") }

    var engine: DataTaskDownloadEngine { DataTaskDownloadEngine(client: client) }

    /// The request of a path for ``file``.
    func request(_ path: String) -> DownloadRequest {
        DownloadRequest(id: DownloadID(1), url: server.url(path), destination: file)
    }

    /// Downloads a path as a caller does who notes its end.
    func download(
        _ path: String, progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
    ) async throws(TransferError) -> DownloadReceipt {
        let receipt = try await engine.download(request(path), progress: progress)
        engine.confirm(request(path))
        return receipt
    }

    /// How downloading a path fails; nil when it does not.
    func downloadFailure(_ path: String) async -> TransferError? { await engine.failure(of: request(path)) }

    /// How fetching a path as a feed fails; nil when it does not.
    func fetchFailure(_ path: String) async -> TransferError? { await client.failure(of: server.url(path)) }

    /// The document that a path answers when nothing is known of it.
    func document(_ path: String) async throws -> FeedDocument { try await client.document(server.url(path)) }

    /// Leaves what an interrupted download of the tag `"a"` would.
    func leavePart(_ bytes: [UInt8], total: Int, lastModified: String? = nil) throws {
        try Data(bytes).write(to: part)
        let date = lastModified.map { #","lastModified":"\#($0)""# } ?? ""
        let record = #"{"etag":"\"a\"","total":\#(total)\#(date)}"#
        try Data(record.utf8).write(to: folder.appendingPathComponent("episode.mp3.part.json"))
    }

    /// Whether the folder holds neither a file nor anything of one.
    var isEmpty: Bool { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) == [] }

    func bytes(_ url: URL) -> [UInt8]? { FileManager.default.contents(atPath: url.path).map { Array($0) } }
    var isFinished: Bool { FileManager.default.fileExists(atPath: file.path) }
}

/// Distinct bytes of a length.
func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    SeededBytes.make(count: count, seed: seed)
}

func audio(_ bytes: [UInt8], etag: String? = "\"a\"") -> Response {
    Response(body: bytes, contentType: "audio/mpeg", etag: etag)
}

extension HTTPClient {
    /// How fetching a feed fails; nil when it does not.
    func failure(of url: URL) async -> TransferError? {
        do throws(TransferError) {
            _ = try await fetch(FeedRequest(url: url))
            return nil
        } catch {
            return error
        }
    }

    /// The document that an address answers when nothing is known of it.
    func document(_ url: URL) async throws -> FeedDocument {
        let answer = try await fetch(FeedRequest(url: url))
        guard case .document(let document) = answer else { throw NoDocument(url: url) }
        return document
    }
}

extension FeedAnswer {
    var isNotModified: Bool { if case .notModified = self { true } else { false } }
}

/// A feed was answered without a document.
struct NoDocument: Error {
    let url: URL
}

extension DownloadEngine {
    /// How a download fails; nil when it does not.
    func failure(
        of request: DownloadRequest, progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
    ) async -> TransferError? {
        do throws(TransferError) {
            _ = try await download(request, progress: progress)
            return nil
        } catch {
            return error
        }
    }
}

/// Starts a transfer that is cancelled from within itself: `work` gets what cancels it.
func startCancellable(
    _ work: @escaping @Sendable (_ cancel: @escaping @Sendable () -> Void) async -> TransferError?
) -> Task<TransferError?, Never> {
    let running = Gathered<Task<TransferError?, Never>>()
    // It does not begin before it can be cancelled.
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
        for await _ in starts { break }
        return await work { running.values.first?.cancel() }
    }
    running.add(task)
    start.yield()
    return task
}

/// Gathers values across isolations.
final class Gathered<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])
    func add(_ value: Value) { state.withLock { $0.append(value) } }
    var values: [Value] { state.withLock { $0 } }
}

#if os(Linux)
    /// A second descriptor of an open file, as a process that is just being started has.
    func duplicate(of file: URL) throws -> Int32 {
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        let open = descriptors.first { descriptor in
            let place = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/fd/\(descriptor)")
            return place == file.path
        }
        return dup(try #require(open.flatMap { Int32($0) }))
    }
#endif
