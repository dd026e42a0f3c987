import Foundation
import PodcastServer
import PodcastTransfer
import Synchronization

/// A server, a client and a folder of one test.
final class Bench {
    let server: LoopbackServer
    let client: HTTPClient
    let folder: URL

    init(policy: HostPolicy = HostPolicy(allowsPrivateHosts: true)) throws {
        server = try LoopbackServer()
        client = HTTPClient(policy: policy, idleTimeout: 30)
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

    func download(
        _ path: String, progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
    ) async throws(TransferError) -> DownloadReceipt {
        try await DataTaskDownloadEngine(client: client).download(
            DownloadRequest(url: server.url(path), destination: file), progress: progress)
    }

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

/// The error a throwing body ended with.
func failure<T>(of body: () async throws(TransferError) -> T) async -> TransferError? {
    do throws(TransferError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}

/// Gathers values across isolations.
final class Gathered<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])
    func add(_ value: Value) { state.withLock { $0.append(value) } }
    var values: [Value] { state.withLock { $0 } }
}
