// Runs the shell over real transfers from a loopback server, and says what its observer heard.
import Darwin
import Foundation
import PodcastServer
import Synchronization

@testable import PodcastBackgroundTransfer
@testable import PodcastTransfer

final class Ear: BackgroundSessionObserver {
    let heard = AsyncStream<String>.makeStream()
    /// The most that was told of each; when it is told is the system's affair.
    let progress = Mutex<[Int64: Int64]>([:])

    func progressed(_ tag: BackgroundTag, received: Int64, total: Int64?) {
        progress.withLock { $0[tag.id.rawValue] = max(received, $0[tag.id.rawValue] ?? 0) }
    }

    func came(_ tag: BackgroundTag, at location: URL, _ response: URLResponse?) {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        let bytes = (try? Data(contentsOf: location).count) ?? -1
        heard.continuation.yield("\(tag.id.rawValue): \(status) with \(bytes) bytes for \(tag.path)")
    }

    func failed(_ tag: BackgroundTag, _ error: any Error, resumeData: Data?) {
        heard.continuation.yield("\(tag.id.rawValue): failed")
    }
}

@MainActor
func run() async throws {
    let server = try LoopbackServer()
    server.route("/a.mp3", Response(body: Array(repeating: 7, count: 70_000), contentType: "audio/mpeg"))
    let stall = StallGate()
    var slow = Response(body: Array(repeating: 7, count: 70_000), contentType: "audio/mpeg")
    slow.faults = [.stall(stall)]
    server.route("/slow.mp3", slow)

    let session = BackgroundURLSession.named("test", isDiscretionary: true)
    guard session === BackgroundURLSession.named("test", isDiscretionary: true) else {
        fatalError("two of one name")
    }
    let ear = Ear()
    session.observe(by: ear)
    var heard = ear.heard.stream.makeAsyncIterator()

    func request(_ id: Int64, _ path: String) -> (URLRequest, BackgroundTag) {
        let library = URL(fileURLWithPath: "/library")
        let request = DownloadRequest(
            id: DownloadID(id), url: server.url(path),
            destination: library.appendingPathComponent("Show/\(id).mp3"))
        guard let tag = BackgroundTag(request, library: library) else { fatalError("no tag") }
        return (URLRequest(url: request.url), tag)
    }

    func begin(_ id: Int64, _ path: String) async {
        let (request, tag) = request(id, path)
        await session.begin(request, as: tag, resumingFrom: nil)
    }

    await begin(1, "/a.mp3")
    print(await heard.next() ?? "")
    await begin(2, "/missing.mp3")
    print(await heard.next() ?? "")
    await begin(3, "/slow.mp3")
    await stall.reached()
    print("transferred:", await session.transfers().map(\.path))
    // Nothing more is heard of what was cancelled.
    _ = await session.cancel(DownloadID(3))
    stall.open()
    server.stop()
    await begin(4, "/a.mp3")
    print(await heard.next() ?? "")
    print("transferred:", await session.transfers().map(\.path))
    print("received:", ear.progress.withLock { $0[1] } ?? 0)
}

try await run()
