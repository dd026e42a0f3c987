import Foundation
import PodcastServer
import Testing

@testable import PodcastTransfer

/// A server, a library's folder, and the aria2 of one test, which ends with it.
final class Aria2Bench: Sendable {
    static let body = noise(3_000_000)

    let server: LoopbackServer
    let client: HTTPClient
    let library: URL
    let program: String
    let folder: Aria2Folder

    /// - Parameters:
    ///   - clock: What is measured by that a host sends next to nothing.
    ///   - serverClock: What the server waits by where it is slow.
    init(
        policy: HostPolicy = HostPolicy(allowsPrivateHosts: true), netrc: String = "",
        clock: any Clock<Duration> = ContinuousClock(), serverClock: any Clock<Duration> = ContinuousClock()
    ) throws {
        program = try #require(
            Aria2Program.find(in: ProcessInfo.processInfo.environment["PATH"]), "install aria2")
        server = try LoopbackServer(clock: serverClock)
        client = HTTPClient(policy: policy, netrc: Netrc(netrc), idleTimeout: 30, clock: clock)
        library = FileManager.default.temporaryDirectory
            .appendingPathComponent("aria2 bench \(UUID().uuidString)", isDirectory: true)
        folder = Aria2Folder(library.appendingPathComponent("library.aria2", isDirectory: true))
        try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
    }

    deinit {
        if let process = folder.process { kill(process, SIGKILL) }
        client.close()
        server.stop()
        try? FileManager.default.removeItem(at: library)
    }

    var file: URL { library.appendingPathComponent("episode.mp3") }
    var part: URL { library.appendingPathComponent("episode.mp3.part") }

    /// The engine as a process begins with it.
    func engine(
        _ clock: any Clock<Duration> = ContinuousClock(), lifetime: Duration = .seconds(86_400)
    ) -> Aria2DownloadEngine {
        Aria2DownloadEngine(
            client: client, folder: folder, program: program, jobs: 4, lifetime: lifetime, clock: clock)
    }

    func request(_ path: String, id: Int64 = 7, feedHost: String? = nil) -> DownloadRequest {
        DownloadRequest(id: DownloadID(id), url: server.url(path), destination: file, feedHost: feedHost)
    }

    /// A file that stops in its middle until the gate is opened, once; what looks at its beginning does not.
    func stall(_ path: String, _ gate: StallGate, after count: Int = 1_500_000) {
        server.route(path) { request in
            var response = audio(Self.body)
            if request[header: "Range"]?.hasPrefix("bytes=0-") != true {
                response.faults = [.stall(gate, after: count)]
            }
            return response
        }
    }

    /// Has aria2 begin with a path as a process does that dies then: the part has been begun, and aria2 waits
    /// for the gate.
    func abandon(
        _ path: String, _ gate: StallGate, after count: Int = 1_500_000, lifetime: Duration = .seconds(86_400)
    ) async throws {
        stall(path, gate, after: count)
        let (engine, request) = (engine(lifetime: lifetime), request(path))
        let running = startCancellable { cancel in
            await failure(of: engine, request) { if $0.receivedBytes * 5 >= count * 4 { cancel() } }
        }
        #expect(await running.value == .cancelled)
    }

    /// Returns once aria2 has ended a download, however.
    func ended(_ request: DownloadRequest) async throws {
        let engine = engine()
        let aria2 = try #require(try await engine.daemon.findRunning())
        _ = try await engine.ending(of: Aria2ID(request.id), aria2, PercentMeter { _ in })
    }

    /// Whether aria2 has a file open.
    func aria2Writes(_ file: URL) -> Bool {
        let descriptors = "/proc/\(folder.process ?? 0)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
        return names.contains {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: descriptors + "/" + $0)) == file.path
        }
    }

    func bytes(_ url: URL) -> [UInt8]? { FileManager.default.contents(atPath: url.path).map { Array($0) } }

    var isFinished: Bool { FileManager.default.fileExists(atPath: file.path) }
    /// Whether nothing is there of any download.
    var isEmpty: Bool {
        let names = try? FileManager.default.contentsOfDirectory(atPath: library.path)
        return names?.filter { $0 != "library.aria2" } == []
    }

    /// The ranges that were asked for, without those of probes.
    func ranges(of path: String) -> [String?] {
        server.log(of: path).map(\.range).filter { $0 != "bytes=0-255" }
    }
}

/// How a download fails; nil when it does not.
func failure(
    of engine: any DownloadEngine, _ request: DownloadRequest,
    progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
) async -> TransferError? {
    do throws(TransferError) {
        _ = try await engine.download(request, progress: progress)
        return nil
    } catch {
        return error
    }
}
