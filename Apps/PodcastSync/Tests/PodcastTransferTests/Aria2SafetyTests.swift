import Foundation
import PodcastServer
import Testing

@testable import PodcastTransfer

@Suite("What aria2 is told, and what it may do", .timeLimit(.minutes(15))) struct Aria2SafetyTests {
    #if os(Linux)
        @Test("POD-15: the secret is in no argument and no environment, and no other user can look it up")
        func secret() async throws {
            let bench = try Aria2Bench()
            let client = try #require(try await bench.engine().daemon.find())
            let process = try #require(bench.folder.process)
            for name in ["cmdline", "environ"] {
                let text = try #require(FileManager.default.contents(atPath: "/proc/\(process)/\(name)"))
                #expect(!String(decoding: text, as: UTF8.self).contains(client.endpoint.secret))
            }
            #expect(client.endpoint.secret.count == 64)
            var status = stat()
            #expect(stat(bench.folder.url.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
            #expect(stat(bench.folder.configuration.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
            let other = Aria2Client(endpoint: Aria2Endpoint(port: client.endpoint.port, secret: "guess"))
            await #expect(throws: Aria2Client.Failure.refused("Unauthorized")) { try await other.answers() }
        }

        @Test(
            "POD-14: aria2 has a session of its own, no descriptor of the app's, and does not hang on its folder"
        )
        func detached() async throws {
            let bench = try Aria2Bench()
            let marker = bench.library.appendingPathComponent("marker")
            // It does not close by itself when a program begins.
            let leaky = open(marker.path, O_RDWR | O_CREAT, 0o600)
            defer { close(leaky) }
            _ = try await bench.engine().daemon.find()
            let process = try #require(bench.folder.process)
            #expect(getsid(process) == process)
            let folder = "/proc/\(process)/fd"
            let places = try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)) ?? ""
            }
            #expect(!places.contains(marker.path))
            #expect(places.contains { $0.hasSuffix("library.aria2/lock") })
            let work = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")
            #expect(work.hasSuffix("library.aria2"))
        }
    #endif

    @Test("Whoever waits for an aria2 that does not answer keeps no other from asking, however many they are")
    func silent() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let held = DispatchSemaphore(value: 0)
        let server = try LoopbackServer(observer: { _ in
            arrival.yield()
            held.wait()
        })
        defer { server.stop() }
        let client = Aria2Client(
            endpoint: Aria2Endpoint(port: server.port, secret: ""), patience: 300)
        // More than there are threads for tasks.
        let count = 4 + 3 * ProcessInfo.processInfo.activeProcessorCount
        let calls = (0..<count).map { _ in
            Task { await #expect(throws: Aria2Client.Failure.self) { try await client.answers() } }
        }
        var asked = 0
        for await _ in arrivals {
            asked += 1
            if asked == count { break }
        }
        for _ in calls { held.signal() }
        // Not silent: each has an answer, if not aria2's, before its time is over.
        for call in calls { #expect(await call.value == .unreachable) }
    }

    @Test("POD-7: a redirect to a private host is refused before aria2 hears of it")
    func redirect() async throws {
        let bench = try Aria2Bench(policy: HostPolicy())
        bench.server.route("/a.mp3", .redirect(302, to: "http://localhost:\(bench.server.port)/b.mp3"))
        let error = await failure(of: bench.engine(), bench.request("/a.mp3", feedHost: "127.0.0.1"))
        #expect(
            error
                == .refused(
                    "http://localhost:\(bench.server.port)/b.mp3", reason: "localhost is a private host"))
        #expect(!bench.folder.exists)
    }

    @Test("POD-7: aria2 follows no redirect to another host than the one that our look led to")
    func redirectAfterLook() async throws {
        let bench = try Aria2Bench()
        bench.server.route("/b.mp3", audio(Aria2Bench.body))
        bench.server.route("/a.mp3") { [port = bench.server.port] request in
            request[header: "Range"] == nil
                ? .redirect(302, to: "http://localhost:\(port)/b.mp3") : audio(Aria2Bench.body)
        }
        let error = await failure(of: bench.engine(), bench.request("/a.mp3"))
        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(bench.server.log(of: "/b.mp3") == [])
        #expect(bench.isEmpty)
    }

    @Test("A redirect on the same host, as to a file of a moment, is followed")
    func sameHost() async throws {
        let bench = try Aria2Bench()
        bench.server.route("/a.mp3", .redirect(302, to: "/b.mp3"))
        bench.server.route("/b.mp3", .redirect(307, to: "/c.mp3"))
        bench.server.route("/c.mp3", audio(Aria2Bench.body))
        let receipt = try await bench.engine().download(bench.request("/a.mp3")) { _ in }
        #expect(receipt.finalURL == bench.server.url("/c.mp3"))
        #expect(bench.server.log(of: "/a.mp3").count == 1)
    }

    @Test("POD-15: what needs credentials is downloaded by the app itself, and aria2 never hears of them")
    func credentials() async throws {
        let bench = try Aria2Bench(netrc: "machine 127.0.0.1 login eve password sesame")
        bench.server.route("/a.mp3", audio(Aria2Bench.body))
        #expect(await failure(of: bench.engine(), bench.request("/a.mp3")) == nil)
        #expect(!bench.folder.exists)
        #expect(bench.server.log.allSatisfy { $0.authorization == "Basic ZXZlOnNlc2FtZQ==" })

        let plain = try Aria2Bench()
        plain.server.route("/a.mp3", audio(Aria2Bench.body))
        let address = "http://eve:sesame@127.0.0.1:\(plain.server.port)/a.mp3"
        let request = DownloadRequest(
            id: DownloadID(1), url: try #require(URL(string: address)), destination: plain.file)
        #expect(await failure(of: plain.engine(), request) == nil)
        #expect(!plain.folder.exists)
        #expect(plain.server.log.allSatisfy { $0.authorization == "Basic ZXZlOnNlc2FtZQ==" })
    }

    @Test("POD-15: where credentials end at a redirect aria2 downloads, without them")
    func credentialsBefore() async throws {
        let bench = try Aria2Bench()
        bench.server.route(
            "/a.mp3", .redirect(302, to: "http://localhost:\(bench.server.port)/b.mp3"))
        bench.server.route("/b.mp3", audio(Aria2Bench.body))
        let address = "http://eve:sesame@127.0.0.1:\(bench.server.port)/a.mp3"
        let request = DownloadRequest(
            id: DownloadID(1), url: try #require(URL(string: address)), destination: bench.file)
        #expect(await failure(of: bench.engine(), request) == nil)
        #expect(bench.folder.isInUse)
        #expect(bench.server.log(of: "/b.mp3").map(\.authorization) == [nil, nil])
    }

    @Test("Each end of aria2's is told in the words of every engine", arguments: Aria2Code.all)
    func codes(_ code: Aria2Code) throws {
        let text = """
            {"gid": "07", "status": "error", "totalLength": "\(code.total)", "errorCode": "\(code.code)",
            "completedLength": "\(code.received)", "errorMessage": "\(code.message)", "files": []}
            """
        let status = try JSONDecoder().decode(Aria2Status.self, from: Data(text.utf8))
        let url = try #require(URL(string: "http://a.org/b.mp3?token=1"))
        #expect(status.failure(url, URL(fileURLWithPath: "/l/b.mp3")) == code.failure)
    }

    @Test("aria2c is found in the folders of PATH, and only as a file that can be run")
    func program() throws {
        let bench = try Aria2Bench()
        let folder = bench.library.appendingPathComponent("bin", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("aria2c").path
        #expect(Aria2Program.find(in: nil) == nil && Aria2Program.find(in: folder.path) == nil)
        try Data().write(to: URL(fileURLWithPath: file))
        #expect(chmod(file, 0o755) == 0)
        #expect(Aria2Program.find(in: "/nowhere:\(folder.path)") == file)
    }

    @Test("A program that only ends is told with the last that it said, after five tries")
    func ends() async throws {
        let bench = try Aria2Bench()
        let program = bench.library.appendingPathComponent("aria2c").path
        try Data("#!/bin/sh\necho it has no mind to\nexit 3\n".utf8).write(to: URL(fileURLWithPath: program))
        #expect(chmod(program, 0o755) == 0)
        bench.server.route("/a.mp3", audio(Aria2Bench.body))
        let engine = Aria2DownloadEngine(
            client: bench.client, folder: bench.folder, program: program, jobs: 1, clock: ContinuousClock())
        #expect(
            await failure(of: engine, bench.request("/a.mp3"))
                == .engine(
                    EngineFailure(
                        "ended 5 times in this run; it said last: it has no mind to", at: program,
                        advice: "look what ends it, or use --engine url-session")))
        await engine.stop()
        #expect(!bench.folder.exists)
    }
}

/// An end that aria2 tells, and what it is to us.
struct Aria2Code: Sendable {
    let code: Int
    var message = ""
    var received: Int64 = 0
    var total: Int64 = 0
    let failure: TransferError

    private static let place = "http://a.org/b.mp3"

    static let all = [
        Aria2Code(code: 2, message: "Timeout.", failure: .timeout(place)),
        Aria2Code(
            code: 3, message: "Resource not found", failure: .status(404, place, retryAfter: nil)),
        Aria2Code(
            code: 24, message: "Authorization failed.", failure: .status(401, place, retryAfter: nil)),
        Aria2Code(
            code: 22, message: "The response status is not successful. status=429",
            failure: .status(429, place, retryAfter: nil)),
        Aria2Code(
            code: 8, message: "No URI available.",
            failure: .badAnswer(place, reason: "it has other bytes than before")),
        Aria2Code(code: 9, message: "Not enough disk space", failure: .noSpace(path: "/l/b.mp3.part")),
        Aria2Code(
            code: 17, message: "I/O error",
            failure: .fileSystem(path: "/l/b.mp3.part", operation: "write", code: EIO)),
        Aria2Code(code: 23, message: "Too many redirects", failure: .tooManyRedirects(place)),
        Aria2Code(
            code: 19, message: "no such host", failure: .unreachable(host: "a.org", reason: "no such host")),
        Aria2Code(
            code: 1, message: "Got EOF from the server.", received: 5, total: 9,
            failure: .truncated(place, received: 5, expected: 9)),
        Aria2Code(
            code: 5, failure: .badAnswer(place, reason: "aria2 gives no reason")),
    ]
}
