import Foundation
import PodcastServer
import Testing

@Suite("Downloads that go on without the program", .timeLimit(.minutes(10)))
final class Aria2CommandTests {
    private let program: Program
    private let server: LoopbackServer
    private let gate = StallGate()
    private let library: [String]
    private var aria2: [String] { ["sync", "--once", "--engine", "aria2"] + library }

    init() throws {
        program = try Program()
        server = try LoopbackServer()
        library = ["--library", program.library.path]
    }

    deinit {
        program.remove()
        server.stop()
    }

    /// Has a sync that is given `signal` leave one of two episodes to aria2, which waits for the gate.
    private func abandon(_ signal: Int32) async throws -> Program.Result {
        Feeds.serve("Show", 2, on: server)
        Feeds.stall("Show", 2, at: gate, on: server)
        _ = try await program.run(["subscribe", server.url("/Show.xml").absoluteString] + library)
        let gate = gate
        return try await program.run(aria2 + ["--jobs", "1"]) { process in
            await gate.reached()
            kill(process.processIdentifier, signal)
        }
    }

    @Test(
        "POD-14: a sync that is killed leaves its downloads at work; status and doctor tell, the next takes them up"
    )
    func killed() async throws {
        #expect(try await abandon(SIGKILL).code == -SIGKILL)
        let process = try #require(program.aria2)
        let status = try await program.run(["status"] + library)
        #expect(status.lines.last?.hasPrefix("aria2 goes on with Show/Part 2.mp3, ") == true)
        let outside = try await program.run(["status", "--json"] + library).json()["outside"]
        let download = try #require((outside as? [[String: Any]])?.first)
        #expect(download["path"] as? String == "Show/Part 2.mp3")
        #expect(download["totalBytes"] as? Int == Feeds.bytes("Show", 2).count)
        let doctor = try await program.run(["doctor"] + library)
        #expect(doctor.code == 1)
        #expect(
            doctor.lines.first
                == """
                library.aria2: aria2 (process \(process)) goes on after the run that began it; podcast-sync \
                sync --once --engine aria2 takes up what it did
                """)

        gate.open()
        let next = try await program.run(aria2)
        #expect(next.code == 0 && next.complaints.isEmpty)
        #expect(next.lines.last == "1 feed, 2 episodes, 2 downloaded, 0 failed")
        #expect(server.log(of: "/media/Show/2.mp3").map(\.range) == ["bytes=0-255", nil])
        let file = program.library.appendingPathComponent("Show/Part 2.mp3")
        #expect(FileManager.default.contents(atPath: file.path).map { [UInt8]($0) } == Feeds.bytes("Show", 2))
        #expect(program.aria2 == nil)
        #expect(try await program.run(["doctor"] + library).code == 0)
    }

    @Test("POD-14: a signal stops the program and says so, and aria2 goes on")
    func stopped() async throws {
        let stopped = try await abandon(SIGTERM)
        #expect(stopped.code == 130)
        #expect(
            stopped.complaints
                == "podcast-sync: \(program.library.path): interrupted with 2 left; run again to go on\n")
        #expect(program.aria2 != nil)
    }

    @Test("POD-13: what goes on for a feed that was unsubscribed is stopped, and only told")
    func unsubscribed() async throws {
        _ = try await abandon(SIGKILL)
        _ = try await program.run(["unsubscribe", "1"] + library)
        let next = try await program.run(aria2)
        #expect(next.code == 0)
        #expect(
            next.lines == [
                "stopped: Show/Part 2.mp3 belongs to no episode of the library",
                "0 feeds, 0 episodes, 0 downloaded, 0 failed",
            ])
        #expect(program.aria2 == nil)
        let files = try? FileManager.default.contentsOfDirectory(
            atPath: program.library.appendingPathComponent("Show").path)
        #expect(files == [])
    }

    @Test("Skipping an episode ends its download, also one that goes on outside, and leaves the others")
    func skipped() async throws {
        _ = try await abandon(SIGKILL)
        let skip = try await program.run(["skip", "2"] + library)
        #expect(skip.code == 0)
        #expect(program.aria2 == nil)
        let files = try FileManager.default.contentsOfDirectory(
            atPath: program.library.appendingPathComponent("Show").path)
        #expect(files == [])
    }

    @Test("POD-10: a sync by the other engine takes the place of aria2 and goes on from its part")
    func switched() async throws {
        _ = try await abandon(SIGKILL)
        gate.open()
        let next = try await program.run(["sync", "--once"] + library)
        #expect(next.code == 0)
        #expect(next.lines.last == "1 feed, 2 episodes, 2 downloaded, 0 failed")
        #expect(program.aria2 == nil)
        let file = program.library.appendingPathComponent("Show/Part 2.mp3")
        #expect(FileManager.default.contents(atPath: file.path).map { [UInt8]($0) } == Feeds.bytes("Show", 2))
    }

    @Test("An episode that is asked for by name comes by aria2 too")
    func download() async throws {
        Feeds.serve("Show", 2, on: server)
        _ = try await program.run(["subscribe", server.url("/Show.xml").absoluteString] + library)
        let result = try await program.run(["download", "1", "--engine", "aria2"] + library)
        #expect(result.code == 0 && result.lines.count == 2)
        #expect(server.log.contains { $0.range == "bytes=0-255" })
        #expect(program.aria2 == nil)
    }

    @Test(
        "Without aria2c, or with an engine that there is not, the usage says what to do and nothing is done")
    func missing() async throws {
        let bare = try Program(programs: "/nowhere")
        defer { bare.remove() }
        let result = try await bare.run("sync", "--once", "--engine", "aria2")
        #expect(result.code == 2)
        #expect(
            result.complaints
                == """
                podcast-sync: --engine aria2: there is no aria2c; install the package aria2, or use --engine \
                url-session

                """)
        let wrong = try await bare.run("sync", "--once", "--engine", "aria3")
        #expect(wrong.code == 2)
        #expect(wrong.complaints == "podcast-sync: sync: there is no engine 'aria3'; did you mean 'aria2'?\n")
    }
}
