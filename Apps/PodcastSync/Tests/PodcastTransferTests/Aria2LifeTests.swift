import Foundation
import PodcastServer
import Testing

@testable import PodcastTransfer

@Suite("aria2 beside the app", .timeLimit(.minutes(15))) struct Aria2LifeTests {
    @Test("POD-14: a transfer goes on without the app, and the next one adopts it with no request of its own")
    func adopted() async throws {
        let bench = try Aria2Bench()
        let gate = StallGate()
        try await bench.abandon("/a.mp3", gate)
        let requests = bench.server.log.count
        let engine = bench.engine()
        try await engine.start()
        let outstanding = try await engine.outstanding()
        #expect(
            outstanding == [
                OutstandingDownload(id: DownloadID(7), destination: bench.file, phase: .running)
            ])
        gate.open()
        let receipt = try await engine.download(bench.request("/a.mp3")) { _ in }
        #expect(receipt.resumedFrom > 1_000_000)
        #expect(bench.server.log.count == requests)
        #expect(bench.bytes(bench.file) == Aria2Bench.body)
    }

    @Test("POD-14: a transfer that was let go of before its first byte goes on under its validators")
    func adoptedEmpty() async throws {
        let bench = try Aria2Bench()
        let gate = StallGate()
        try await bench.abandon("/a.mp3", gate, after: 0)
        #expect(bench.bytes(bench.library.appendingPathComponent("episode.mp3.part.json")) != nil)
        gate.open()
        let requests = bench.server.log.count
        let engine = bench.engine()
        try await engine.start()
        #expect(await failure(of: engine, bench.request("/a.mp3")) == nil)
        #expect(bench.server.log.count == requests)
        #expect(bench.bytes(bench.file) == Aria2Bench.body)
    }

    @Test("POD-14: an app that is killed leaves aria2 at work, and its next process takes up what came")
    func appKilled() async throws {
        let bench = try Aria2Bench()
        let gate = StallGate()
        bench.stall("/a.mp3", gate)
        let (url, library, program) = (bench.server.url("/a.mp3"), bench.library.path, bench.program)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [url = url as URL, library = library as String, program = program as String] in
            let place = URL(fileURLWithPath: library)
            let engine = Aria2DownloadEngine(
                client: HTTPClient(policy: HostPolicy(allowsPrivateHosts: true)),
                folder: Aria2Folder(place.appendingPathComponent("library.aria2")), program: program,
                jobs: 4, clock: ContinuousClock())
            let request = DownloadRequest(
                id: DownloadID(7), url: url, destination: place.appendingPathComponent("episode.mp3"))
            _ = try await engine.download(request) { if $0.percent >= 40 { kill(getpid(), SIGKILL) } }
        }
        #expect(bench.folder.isInUse)
        gate.open()
        try await bench.ended(bench.request("/a.mp3"))
        #expect(!bench.isFinished)
        let requests = bench.server.log.count
        let engine = bench.engine()
        #expect(try await engine.outstanding().map(\.phase) == [.ended])
        for _ in 1...2 {
            // Until it is confirmed the end is told again.
            let receipt = try await bench.engine().download(bench.request("/a.mp3")) { _ in }
            #expect(receipt.bytes == 3_000_000 && receipt.resumedFrom == 3_000_000)
        }
        #expect(bench.server.log.count == requests)
        #expect(bench.bytes(bench.file) == Aria2Bench.body)
        await engine.confirm(bench.request("/a.mp3"))
        #expect(try await engine.outstanding() == [])
        await engine.stop()
        #expect(!bench.folder.exists)
    }

    @Test("POD-14: aria2 that is killed is started again, and nothing but a block is fetched twice")
    func daemonKilled() async throws {
        let bench = try Aria2Bench()
        let gate = StallGate()
        bench.stall("/a.mp3", gate)
        let engine = bench.engine()
        let folder = bench.folder
        let killed = Gathered<Int>()
        let part = bench.part.path
        let receipt = try await engine.download(bench.request("/a.mp3")) { progress in
            guard progress.percent >= 40, killed.values.isEmpty, let process = folder.process else { return }
            kill(process, SIGKILL)
            var status = stat()
            stat(part, &status)
            killed.add(Int(status.st_size))
            gate.open()
        }
        #expect(receipt.bytes == 3_000_000)
        #expect(bench.bytes(bench.file) == Aria2Bench.body)
        let kept = try #require(killed.values.first)
        let resumed = try #require(bench.ranges(of: "/a.mp3").last ?? nil)
        let first = try #require(Int(resumed.dropFirst(6).prefix { $0.isNumber }))
        #expect(first <= kept && kept - first < 16_384)
    }

    @Test("POD-14: after both were killed the next process starts aria2 again from its session")
    func bothKilled() async throws {
        let bench = try Aria2Bench()
        let gate = StallGate()
        try await bench.abandon("/a.mp3", gate)
        let process = try #require(bench.folder.process)
        let lock = open(bench.folder.lock.path, O_RDONLY | O_CLOEXEC)
        kill(process, SIGKILL)
        gate.open()
        await ends(lock)
        let kept = try #require(bench.bytes(bench.part)).count
        let engine = bench.engine()
        try await engine.start()
        #expect(bench.folder.process != process && bench.folder.isInUse)
        let receipt = try await engine.download(bench.request("/a.mp3")) { _ in }
        #expect(receipt.bytes == 3_000_000)
        #expect(bench.bytes(bench.file) == Aria2Bench.body)
        let resumed = try #require(bench.ranges(of: "/a.mp3").last ?? nil)
        #expect(resumed == "bytes=\(kept / 16_384 * 16_384)-2999999")
    }

    @Test("POD-14: an aria2 that was left alone for its lifetime ends, and what it was at is gone on with")
    func lifetime() async throws {
        let bench = try Aria2Bench()
        let gate = StallGate()
        let request = bench.request("/a.mp3")
        // Little at a time: where it ends before that much came it is started again, to end again.
        try await bench.abandon("/a.mp3", gate, after: 400_000, lifetime: .seconds(3))
        await ends(open(bench.folder.lock.path, O_RDONLY | O_CLOEXEC))
        gate.open()
        let kept = try #require(bench.bytes(bench.part)).count
        let engine = bench.engine()
        try await engine.start()
        #expect(try await engine.outstanding().map(\.phase) == [.running])
        #expect(await failure(of: engine, request) == nil)
        #expect(bench.bytes(bench.file) == Aria2Bench.body)
        let resumed = try #require(bench.ranges(of: "/a.mp3").last ?? nil)
        #expect(resumed == "bytes=\(kept / 16_384 * 16_384)-2999999")
    }

    @Test("An aria2 whose library was removed under its app ends with that")
    func libraryRemoved() async throws {
        let bench = try Aria2Bench()
        let gate = StallGate()
        bench.stall("/a.mp3", gate)
        let (engine, request, library) = (bench.engine(), bench.request("/a.mp3"), bench.library)
        let lock = Gathered<Int32>()
        let folder = bench.folder
        let running = startCancellable { cancel in
            await failure(of: engine, request) { progress in
                guard progress.percent >= 40, lock.values.isEmpty else { return }
                lock.add(open(folder.lock.path, O_RDONLY | O_CLOEXEC))
                try? FileManager.default.removeItem(at: library)
                cancel()
            }
        }
        #expect(await running.value == .cancelled)
        await engine.stop()
        await ends(try #require(lock.values.first))
        #expect(!FileManager.default.fileExists(atPath: library.path))
        gate.open()
    }

    /// Waits for the end of the aria2 that has a lock: it is free only then.
    private func ends(_ lock: Int32) async {
        let isFree = await withCheckedContinuation { free in
            // A thread of its own: it blocks for as long as aria2 lives.
            Thread.detachNewThread { free.resume(returning: flock(lock, LOCK_EX) == 0) }
        }
        #expect(isFree)
        // Not by closing it alone: a process that is just being started may have it, and would hold the lock.
        flock(lock, LOCK_UN)
        close(lock)
    }

    @Test("A transfer that nobody wants ends; its part stays to go on with or goes, as is said")
    func withdrawn() async throws {
        for keepingPart in [true, false] {
            let bench = try Aria2Bench()
            let gate = StallGate()
            try await bench.abandon("/a.mp3", gate)
            let engine = bench.engine()
            try await engine.start()
            await engine.withdraw(DownloadID(7), at: bench.file, keepingPart: keepingPart)
            #expect(try await engine.outstanding() == [])
            #expect(!bench.aria2Writes(bench.part))
            #expect((bench.bytes(bench.part) != nil) == keepingPart)
            #expect(bench.isEmpty != keepingPart)
            await engine.stop()
            #expect(!bench.folder.exists)
            gate.open()
            let receipt = try await DataTaskDownloadEngine(client: bench.client)
                .download(bench.request("/a.mp3")) { _ in }
            #expect((receipt.resumedFrom > 0) == keepingPart)
            #expect(bench.bytes(bench.file) == Aria2Bench.body)
        }
    }

    @Test(
        "An app that stops leaves aria2 at what is not done; another engine ends it and goes on from the part"
    )
    func switched() async throws {
        let bench = try Aria2Bench()
        let gate = StallGate()
        try await bench.abandon("/a.mp3", gate)
        let engine = bench.engine()
        try await engine.start()
        await engine.stop()
        #expect(bench.folder.isInUse)
        #expect(await bench.folder.carried().map(\.destination) == [bench.file])
        try await Aria2DownloadEngine.end(in: bench.folder, clock: ContinuousClock())
        #expect(await bench.folder.carried() == [])
        #expect(!bench.folder.exists)
        gate.open()
        let kept = try #require(bench.bytes(bench.part)).count
        let receipt = try await DataTaskDownloadEngine(client: bench.client)
            .download(bench.request("/a.mp3")) { _ in }
        #expect(receipt.resumedFrom == kept && kept > 1_000_000)
        #expect(bench.bytes(bench.file) == Aria2Bench.body)
    }

    @Test("There is one aria2 for a library, however many look for it at once")
    func one() async throws {
        let bench = try Aria2Bench()
        let engines = (0..<4).map { _ in bench.engine() }
        let clients = try await withThrowingTaskGroup(of: Aria2Client?.self) { group in
            for engine in engines { for _ in 0..<3 { group.addTask { try await engine.daemon.find() } } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(clients.map { $0?.endpoint.port }).count == 1)
        #expect(Set(clients.map { $0?.endpoint.secret }).count == 1)
        let again = try await bench.engine().daemon.find()
        #expect(again?.endpoint == clients[0]?.endpoint)
    }

    @Test("Whoever only looks whether there is an aria2 keeps none from being started")
    func looked() async throws {
        let bench = try Aria2Bench()
        try bench.folder.make()
        let look = open(bench.folder.lock.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #expect(flock(look, LOCK_SH | LOCK_NB) == 0)
        let waits = Gathered<Void>()
        let engine = bench.engine(
            ToldClock {
                waits.add(())
                if waits.values.count == 8 { close(look) }
            })
        #expect(try await engine.daemon.find() != nil)
        #expect(waits.values.count >= 8)
    }

    @Test("An aria2 that hangs is ended, and another takes its place")
    func stuck() async throws {
        let bench = try Aria2Bench()
        _ = try await bench.engine().daemon.find()
        let process = try #require(bench.folder.process)
        kill(process, SIGSTOP)
        #expect(try await bench.engine().daemon.find() != nil)
        #expect(bench.folder.process != process)
    }
}

/// A clock that tells of each sleep before it begins.
private struct ToldClock: Clock {
    let tell: @Sendable () -> Void

    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        tell()
        try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
    }
}
