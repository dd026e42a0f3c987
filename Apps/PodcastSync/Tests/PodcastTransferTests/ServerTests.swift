import Foundation
import PodcastServer
import Testing

@Suite("The loopback server", .timeLimit(.minutes(1))) struct ServerTests {
    @Test("demo: whoever waits at a gate that nothing comes to is let go when its time is over")
    func unreached() async {
        let waiting = Task { await StallGate().reached() }
        waiting.cancel()
        await waiting.value
        #expect(waiting.isCancelled)
    }

    @Test("demo: a server stops, though a process lives on that was started while it ran")
    func outlived() async throws {
        let server = try LoopbackServer()
        // As another test, or the code under it, may start one: it has all that is not closed for it.
        var words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sleep"), strdup("10000"), nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        try #require(posix_spawn(&process, "/bin/sleep", nil, nil, &words, nil) == 0)
        defer {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        let (never, end) = AsyncStream.makeStream(of: Never.self)
        // A thread of its own: it blocks until all of the server's have ended.
        Thread.detachNewThread {
            server.stop()
            end.finish()
        }
        for await _ in never {}
        #expect(!Task.isCancelled)
    }
}
