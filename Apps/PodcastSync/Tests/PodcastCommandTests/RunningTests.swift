import Foundation
import PodcastServer
import Testing

@Suite("What status says of a run", .timeLimit(.minutes(10)))
struct RunningTests {
    @Test(
        "POD-14: status says who is at work and how far; of one that was killed it says nothing",
        arguments: [SIGTERM, SIGKILL])
    func running(signal: Int32) async throws {
        let (program, server) = (try Program(), try LoopbackServer())
        defer {
            program.remove()
            server.stop()
        }
        Feeds.serve("Show", 1, on: server)
        let gate = StallGate()
        var slow = Feeds.media("Show", 1)
        slow.faults = [.stall(gate)]
        server.route("/media/Show/1.mp3", slow)
        let library = ["--library", program.library.path]
        _ = try await program.run(["subscribe", server.url("/Show.xml").absoluteString] + library)
        _ = try await program.run(["sync", "--once", "--quiet"] + library) { process in
            await gate.reached()
            let status = try await program.run(["status", "--json"] + library).json()
            let running = try #require(status["running"] as? [String: Any])
            #expect(running["process"] as? Int == Int(process.processIdentifier))
            #expect(running["command"] as? String == "sync")
            #expect(running["feeds"] as? Int == 1)
            let last = try await program.run(["status"] + library).lines.last
            let begin = "process \(process.processIdentifier) (sync) is at work since "
            #expect(last?.hasPrefix(begin) == true)
            kill(process.processIdentifier, signal)
        }
        let status = try await program.run(["status", "--json"] + library).json()
        #expect(status["running"] == nil)
        let doctor = try await program.run(["doctor"] + library)
        #expect(!doctor.output.contains("running"))
        gate.open()
    }
}
