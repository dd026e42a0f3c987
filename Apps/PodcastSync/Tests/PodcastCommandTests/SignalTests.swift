import Foundation
import PodcastServer
import Testing

@Suite("Signals at every stage", .serialized, .timeLimit(.minutes(10)))
struct SignalTests {
    /// Which signals come, one right after another.
    private static let signals: [[Int32]] = [
        [SIGTERM], [SIGINT], [SIGTERM, SIGTERM], [SIGINT, SIGINT],
    ]

    @Test(
        "POD-14: a signal while it waits for the library ends it with 130, and touches nothing",
        arguments: signals, [["sync", "--once"], ["policy", "7"]])
    func waiting(signals: [Int32], words: [String]) async throws {
        let (program, server, gate) = (try Program(), try LoopbackServer(), StallGate())
        defer {
            program.remove()
            server.stop()
        }
        Feeds.serve("Show", 1, on: server)
        server.route("/media/Show/1.mp3", Feeds.media("Show", 1).with(.stall(gate)))
        let library = ["--library", program.library.path]
        _ = try await program.run(["subscribe", server.url("/Show.xml").absoluteString] + library)
        let holder = try await program.run(["sync", "--once"] + library) { _ in
            await gate.reached()
            let told = try Complaints(in: program.folder)
            let second = try await program.run(words + library + ["--wait"], complainingTo: told.path) {
                process in
                // It has said that it waits.
                #expect(await told.next().contains("waiting for process "))
                for signal in signals { kill(process.processIdentifier, signal) }
            }
            #expect(second.code == 130)
            #expect(second.output == "")
            gate.open()
        }
        #expect(holder.code == 0)
        let policy = try await program.run(["policy", "--json"] + library).json()
        #expect((policy["policy"] as? [String: Any])?["newest"] as? Int == 3)
    }

    @Test(
        "POD-14: a signal while feeds are fetched ends the run with 130, and the next one reads them",
        arguments: signals)
    func refreshing(signals: [Int32]) async throws {
        let (program, server, gate) = (try Program(), try LoopbackServer(), StallGate())
        defer {
            program.remove()
            server.stop()
        }
        Feeds.serve("Show", 1, on: server)
        let feed = Response.text(Feeds.rss("Show", 1, on: server), etag: "\"v1\"")
        server.route("/Show.xml", feed.with(.stall(gate, after: 50)))
        let library = ["--library", program.library.path]
        _ = try await program.run(
            ["subscribe", server.url("/Show.xml").absoluteString, "--no-refresh"] + library)
        let stopped = try await program.run(["sync", "--once"] + library) { process in
            await gate.reached()
            for signal in signals { kill(process.processIdentifier, signal) }
        }
        #expect(stopped.code == 130)
        #expect(stopped.complaints.hasSuffix(": interrupted with 1 left; run again to go on\n"))
        gate.open()
        let next = try await program.run(["sync", "--once"] + library)
        #expect(next.code == 0)
        #expect(next.lines.last == "1 feed, 1 episode, 1 downloaded, 0 failed")
        #expect(server.log(of: "/Show.xml").map(\.isConditional) == [false, false])
    }

    @Test(
        "POD-14: two signals amid a download end it as one does, with its part kept", arguments: signals)
    func downloading(signals: [Int32]) async throws {
        let (program, server, gate) = (try Program(), try LoopbackServer(), StallGate())
        defer {
            program.remove()
            server.stop()
        }
        Feeds.serve("Show", 1, on: server)
        server.route("/media/Show/1.mp3", Feeds.media("Show", 1).with(.stall(gate, after: 16_384)))
        let library = ["--library", program.library.path]
        _ = try await program.run(["subscribe", server.url("/Show.xml").absoluteString] + library)
        let stopped = try await program.run(["sync", "--once"] + library) { process in
            await gate.reached()
            for signal in signals { kill(process.processIdentifier, signal) }
        }
        #expect(stopped.code == 130)
        #expect(!FileManager.default.fileExists(atPath: program.library.path + "/Show/Part 1.mp3"))
        gate.open()
        #expect(try await program.run(["sync", "--once"] + library).code == 0)
        let file = program.library.appendingPathComponent("Show/Part 1.mp3")
        #expect(try [UInt8](Data(contentsOf: file)) == Feeds.bytes("Show", 1))
    }

    @Test("POD-14: an idle watch that is asked to stop twice is not killed by the second", arguments: signals)
    func idle(signals: [Int32]) async throws {
        let (program, server, gate) = (try Program(), try LoopbackServer(), StallGate())
        defer {
            program.remove()
            server.stop()
        }
        Feeds.serve("Show", 1, on: server)
        server.route("/media/Show/1.mp3", Feeds.media("Show", 1).with(.stall(gate)))
        let library = ["--library", program.library.path]
        _ = try await program.run(["subscribe", server.url("/Show.xml").absoluteString] + library)
        let result = try await program.run(["sync", "--watch"] + library) { process in
            await gate.reached()
            gate.open()
            let other = try await program.run(["policy", "9", "--wait"] + library)
            #expect(other.code == 0)
            for signal in signals { kill(process.processIdentifier, signal) }
        }
        // The second may come when the watch is over already.
        #expect(signals.count == 1 ? result.code == 0 : [0, 130].contains(result.code))
    }
}

/// What a program that runs on says on standard error.
private final class Complaints {
    let path: String
    private let handle: FileHandle
    private var chunks: AsyncStream<Data>.Iterator

    init(in folder: URL) throws {
        path = folder.appendingPathComponent(UUID().uuidString).path
        guard mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        // Also for writing, so that opening it waits for nobody.
        handle = FileHandle(fileDescriptor: open(path, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
        let (stream, chunk) = AsyncStream.makeStream(of: Data.self)
        chunks = stream.makeAsyncIterator()
        handle.readabilityHandler = { chunk.yield($0.availableData) }
    }

    deinit { handle.readabilityHandler = nil }

    func next() async -> String { String(decoding: await chunks.next() ?? Data(), as: UTF8.self) }
}
