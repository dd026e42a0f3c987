import Foundation
import PodcastServer
import Testing

@Suite("A disk that is full", .serialized, .timeLimit(.minutes(10)))
struct FullDiskTests {
    @Test(
        "POD-10: a part that has no room left is told and kept, and the next sync with room goes on from it",
        arguments: Program.tightRooms)
    func part(kind: Program.RoomKind) async throws {
        let (program, server) = (try Program(), try LoopbackServer())
        let room = try program.room(kind)
        defer {
            program.remove()
            server.stop()
        }
        let body = SeededBytes.make(count: 1_000_000, seed: 3)
        Feeds.serve("Show", 1, on: server)
        server.route("/media/Show/1.mp3", Response(body: body, contentType: "audio/mpeg", etag: "\"a\""))
        let library = ["--library", room.library]
        let address = server.url("/Show.xml").absoluteString
        #expect(try await program.run(["subscribe", address] + library, in: room).code == 0)

        try room.leave(400_000, in: "Show/Part 1.mp3.part")
        let full = try await program.run(["sync", "--once"] + library, in: room)
        let part = room.library + "/Show/Part 1.mp3.part"
        switch kind {
        case .smallDisk:
            #expect(full.code == 3)
            #expect(
                full.complaints == "podcast-sync: \(part): no space left; free some space and run again\n")
        case .fileLimit:
            // That a file may not be so long says nothing of others: it is this episode that fails.
            #expect(full.code == 1)
            #expect(full.complaints == "podcast-sync: Part 1: cannot write \(part): File too large\n")
        }
        #expect(!FileManager.default.fileExists(atPath: room.seen("Show/Part 1.mp3").path))
        let kept = try [UInt8](Data(contentsOf: room.seen("Show/Part 1.mp3.part")))
        #expect(kept.count > 200_000 && kept == Array(body.prefix(kept.count)))

        try room.widen()
        let whole = try await program.run(["download", "1"] + library, in: room)
        #expect(whole.code == 0)
        #expect(try [UInt8](Data(contentsOf: room.seen("Show/Part 1.mp3"))) == body)
        #expect(server.log.last?.range == "bytes=\(kept.count)-")
        #expect(try await program.run(["doctor"] + library, in: room).code == 0)
    }

    @Test(
        "POD-8: a refresh that the store has no room for exits 3, changes nothing, and is done when there is room",
        arguments: Program.tightRooms)
    func store(kind: Program.RoomKind) async throws {
        let (program, server) = (try Program(), try LoopbackServer())
        let room = try program.room(kind)
        defer {
            program.remove()
            server.stop()
        }
        Feeds.serve("Show", 1, on: server)
        let library = ["--library", room.library]
        let address = server.url("/Show.xml").absoluteString
        #expect(try await program.run(["subscribe", address] + library, in: room).code == 0)
        server.route("/Show.xml", .text(Feeds.rss("Show", 3_000, on: server), etag: "\"many\""))

        try room.leave(100_000, in: "library.sqlite")
        for command in [["refresh"], ["sync", "--once"]] {
            let full = try await program.run(command + library, in: room)
            #expect(full.code == 3)
            #expect(full.complaints.hasPrefix("podcast-sync: \(room.library)/library.sqlite: "))
            #expect(full.complaints.hasSuffix(": \(room.reason); free some space and run again\n"))
            #expect(full.complaintLines.count == 1)
        }
        let episodes = try await program.run(["episodes", "--json"] + library, in: room).json()
        #expect((episodes["episodes"] as? [Any])?.count == 1)

        try room.widen()
        #expect(try await program.run(["refresh"] + library, in: room).code == 0)
        #expect(server.log.last?.ifNoneMatch == "\"Show-1\"")
        let all = try await program.run(["episodes", "--json"] + library, in: room).json()
        #expect((all["episodes"] as? [Any])?.count == 3_000)
        #expect(try await program.run(["doctor"] + library, in: room).code == 0)
    }

    @Test(
        "POD-8: subscribe where there is no room for a library exits 3 and says why; with room it begins anew",
        arguments: Program.tightRooms)
    func subscribe(kind: Program.RoomKind) async throws {
        let (program, server) = (try Program(), try LoopbackServer())
        let room = try program.room(kind)
        defer {
            program.remove()
            server.stop()
        }
        Feeds.serve("Show", 1, on: server)
        let words = ["subscribe", server.url("/Show.xml").absoluteString, "--library", room.library]
        for bytes in [4_096, 12_288, 32_768] {
            try room.leave(bytes, in: "library.sqlite")
            let full = try await program.run(words, in: room)
            #expect(full.code == 3)
            #expect(full.complaintLines.count == 1)
            #expect(full.complaints.contains(room.library))
            #expect(full.complaints.hasSuffix(": \(room.reason); free some space and run again\n"))
            #expect(full.output == "")
        }
        #expect(server.log.isEmpty)
        try room.widen()
        #expect(try await program.run(words, in: room).output == "subscribed: Show, 1 episode\n")
    }

    @Test("POD-10: an episode whose place is taken by a folder keeps its whole part, and needs no byte again")
    func rename() async throws {
        let (program, server) = (try Program(), try LoopbackServer())
        defer {
            program.remove()
            server.stop()
        }
        Feeds.serve("Show", 1, on: server)
        let library = ["--library", program.library.path]
        _ = try await program.run(["subscribe", server.url("/Show.xml").absoluteString] + library)
        let place = program.library.appendingPathComponent("Show/Part 1.mp3")
        // It has its name before anything is there.
        server.route("/media/Show/1.mp3", .status(500))
        _ = try await program.run(["sync", "--once"] + library)
        server.route("/media/Show/1.mp3", Feeds.media("Show", 1))
        try FileManager.default.createDirectory(
            at: place.appendingPathComponent("full"), withIntermediateDirectories: true)
        let taken = try await program.run(["download", "1"] + library)
        #expect(taken.code == 1)
        #expect(
            taken.complaints == "podcast-sync: Part 1: cannot rename \(place.path).part: Is a directory\n")
        try FileManager.default.removeItem(at: place)
        #expect(try await program.run(["download", "1"] + library).code == 0)
        #expect(server.log(of: "/media/Show/1.mp3").map(\.status) == [500, 200, 416])
        #expect(try [UInt8](Data(contentsOf: place)) == Feeds.bytes("Show", 1))
    }
}
