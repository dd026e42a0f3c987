import Foundation
import PodcastServer
import Testing

@Suite("A library that cannot be written, or is lost", .serialized, .timeLimit(.minutes(10)))
struct LostLibraryTests {
    @Test(
        "POD-10: a library whose folder goes in the middle of a sync exits 3 and says so, and calls nothing done"
    )
    func vanished() async throws {
        let (program, server) = (try Program(), try LoopbackServer())
        defer {
            program.remove()
            server.stop()
        }
        let gate = StallGate()
        Feeds.serve("Show", 2, on: server)
        server.route("/media/Show/2.mp3", Feeds.media("Show", 2).with(.stall(gate, after: 16_384)))
        let library = ["--library", program.library.path]
        let address = server.url("/Show.xml").absoluteString
        _ = try await program.run(["subscribe", address] + library)
        let lost = try await program.run(["sync", "--once", "--jobs", "1"] + library) { _ in
            await gate.reached()
            try FileManager.default.removeItem(at: program.library)
            gate.open()
        }
        #expect(lost.code == 3)
        #expect(
            lost.complaints
                == "podcast-sync: \(program.library.path)/library.sqlite: the library is not there "
                + "any more; see whether its disk is, and run again\n")
        #expect(lost.output == "")
        #expect(!FileManager.default.fileExists(atPath: program.library.path))
        #expect(server.log(of: "/media/Show/1.mp3").isEmpty)
    }

    @Test(
        "POD-8: a folder that goes while a feed is fetched leaves a refresh that exits 3, and no new library")
    func vanishedWhileRefreshing() async throws {
        let (program, server) = (try Program(), try LoopbackServer())
        defer {
            program.remove()
            server.stop()
        }
        let gate = StallGate()
        let feed = Response.text(Feeds.rss("Show", 1, on: server))
        server.route("/Show.xml", feed.with(.stall(gate)))
        let library = ["--library", program.library.path]
        let address = server.url("/Show.xml").absoluteString
        _ = try await program.run(["subscribe", address, "--no-refresh"] + library)
        let lost = try await program.run(["refresh"] + library) { _ in
            await gate.reached()
            try FileManager.default.removeItem(at: program.library)
            gate.open()
        }
        #expect(lost.code == 3)
        #expect(lost.complaints.contains("the library is not there any more"))
        #expect(!FileManager.default.fileExists(atPath: program.library.path))
    }

    #if os(Linux)
        @Test(
            "POD-8: a library on a file system that became read-only is shown, and every change of it exits 3",
            .enabled(if: SmallDisk.canBeMade, "this machine lets nobody have a file system of their own"))
        func readOnly() async throws {
            let (program, server) = (try Program(), try LoopbackServer())
            let disk = try SmallDisk(in: program.folder, bytes: 8 << 20)
            defer {
                program.remove()
                server.stop()
            }
            Feeds.serve("Show", 2, on: server)
            let library = ["--library", disk.library]
            let address = server.url("/Show.xml").absoluteString
            #expect(try await program.run(["subscribe", address] + library, in: disk).code == 0)
            try disk.setReadOnly(true)
            let asked = server.log.count
            for words in [
                ["sync", "--once"], ["refresh"], ["policy", "2"], ["subscribe", address + "?2"], ["clean"],
            ] {
                let result = try await program.run(words + library, in: disk)
                #expect(result.code == 3)
                #expect(
                    result.complaints == "podcast-sync: \(disk.library): cannot write to the library folder: "
                        + "Read-only file system; choose a folder on a file system that can be written\n")
            }
            #expect(server.log.count == asked)
            for words in [["list"], ["episodes"], ["plan"], ["status"], ["policy"], ["export"]] {
                let result = try await program.run(words + library, in: disk)
                #expect(result.code == 0)
                #expect(result.complaints == "")
            }
            try disk.setReadOnly(false)
            #expect(try await program.run(["sync", "--once"] + library, in: disk).code == 0)
        }
    #endif
}
