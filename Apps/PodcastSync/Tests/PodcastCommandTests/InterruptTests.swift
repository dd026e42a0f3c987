import Foundation
import PodcastServer
import Testing

@Suite("Stopping on a signal", .timeLimit(.minutes(10)))
struct InterruptTests {
    @Test(
        "POD-10: a signal in the middle of a download leaves no episode that is not whole; the next run goes on",
        arguments: [SIGTERM, SIGINT])
    func interrupted(signal: Int32) async throws {
        let program = try Program()
        defer { program.remove() }
        let server = try LoopbackServer()
        defer { server.stop() }
        let gate = StallGate()
        Feeds.serve("Show", 3, on: server)
        let whole = Feeds.bytes("Show", 3)
        var slow = Feeds.media("Show", 3)
        slow.faults = [.stall(gate, after: 16_384)]
        server.route("/media/Show/3.mp3", slow)
        let library = ["--library", program.library.path]
        _ = try await program.run(["subscribe", server.url("/Show.xml").absoluteString] + library)

        let stopped = try await program.run(["sync", "--once", "--jobs", "1"] + library) { process in
            await gate.reached()
            kill(process.processIdentifier, signal)
        }
        #expect(stopped.code == 130)
        #expect(
            stopped.complaints
                == "podcast-sync: \(program.library.path): interrupted with 3 left; run again to go on\n")
        let part = program.library.appendingPathComponent("Show/Part 3.mp3.part")
        // How much had come when the signal did is the system's affair.
        let kept = FileManager.default.contents(atPath: part.path).map { [UInt8]($0) } ?? []
        #expect(kept == Array(whole.prefix(kept.count)))
        #expect(!FileManager.default.fileExists(atPath: part.deletingPathExtension().path))

        gate.open()
        let finished = try await program.run(["sync", "--once"] + library)
        #expect(finished.code == 0)
        #expect(finished.lines.last == "1 feed, 3 episodes, 3 downloaded, 0 failed")
        #expect(try [UInt8](Data(contentsOf: part.deletingPathExtension())) == whole)
        #expect(!FileManager.default.fileExists(atPath: part.path))
        let last = try #require(server.log(of: "/media/Show/3.mp3").last)
        if !kept.isEmpty { #expect(last.range == "bytes=\(kept.count)-") }
    }
}
