import Foundation
import PodcastModel
import Testing

@testable import PodcastStore

@Suite struct OpeningTests {
    private let bench = Bench()

    @Test("A library is made with the folders above it, and opened again")
    func made() throws {
        let deep = bench.directory.appendingPathComponent("a/b")
        _ = try LibraryLock(directory: deep, command: "sync")
        _ = try Store(directory: deep)
        _ = try Store(directory: deep)
        let other = bench.directory.appendingPathComponent("c/d")
        _ = try Store(directory: other)
        #expect(FileManager.default.fileExists(atPath: other.appendingPathComponent("library.sqlite").path))
    }

    @Test("A library that several open as it is made is made once, and opened by all")
    func madeAtOnce() async throws {
        for round in 0..<40 {
            let directory = bench.directory.appendingPathComponent("\(round)")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { _ = try Store(directory: directory) } }
                try await group.waitForAll()
            }
            #expect(try Store(directory: directory).feeds() == [])
        }
    }

    @Test("A library is opened although another program has its folder locked, once it was waited for")
    func lockedByAnother() throws {
        try FileManager.default.createDirectory(at: bench.directory, withIntermediateDirectories: true)
        let other = open(bench.directory.path, O_RDONLY | O_CLOEXEC)
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
        #expect(try LibraryFolder.oneAtATime(in: bench.directory, patience: 0) { true })
        close(other)
        // Whoever did not get it then keeps it from nobody.
        #expect(try LibraryFolder.oneAtATime(in: bench.directory) { true })
    }

    @Test("A folder that is a file, or below one, is refused in the system's words, by lock and store alike")
    func isFile() throws {
        try FileManager.default.createDirectory(at: bench.directory, withIntermediateDirectories: true)
        let file = bench.directory.appendingPathComponent("file")
        try Data("x".utf8).write(to: file)
        for place in [file, file.appendingPathComponent("library"), file.appendingPathComponent("a/b")] {
            let expected =
                "\(place.path): cannot use the library folder: Not a directory; "
                + "it or something above it is a file; choose a folder"
            #expect(storeError { _ = try Store(directory: place) } == expected)
            #expect(storeError { _ = try LibraryLock(directory: place, command: "sync") } == expected)
        }
        #expect(try Data(contentsOf: file) == Data("x".utf8))
    }

    @Test("A folder that cannot be made says which one and why")
    func cannotMake() throws {
        let place = bench.directory.appendingPathComponent(String(repeating: "n", count: 300))
        let text = storeError { _ = try Store(directory: place) }
        #expect(
            text == "\(place.path): cannot make the library folder: File name too long; choose another folder"
        )
    }

    @Test("A lock that cannot be opened says so in the system's words")
    func lockIsFolder() throws {
        let place = bench.directory.appendingPathComponent("library.lock")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let text = storeError { _ = try LibraryLock(directory: bench.directory, command: "sync") }
        #expect(
            text == "\(place.path): cannot open the lock: Is a directory; "
                + "a folder is in its place; move that away")
    }

    @Test("A database that is a folder, no database, or another program's is refused and left as it is")
    func foreign() throws {
        let files = FileManager.default
        try files.createDirectory(at: bench.database, withIntermediateDirectories: true)
        #expect(
            storeError { _ = try bench.store() }?.hasPrefix("\(bench.database.path): opening the library: ")
                == true)
        try files.removeItem(at: bench.database)

        let text = Data(String(repeating: "no database\n", count: 100).utf8)
        try text.write(to: bench.database)
        #expect(
            storeError { _ = try bench.store() }
                == "\(bench.database.path): preparing the library: file is not a database; "
                + "move that file away, or choose another folder")
        #expect(try Data(contentsOf: bench.database) == text)
        try files.removeItem(at: bench.database)

        try bench.sql("CREATE TABLE recipes (name TEXT)")
        #expect(
            storeError { _ = try bench.store() }
                == "\(bench.database.path): the file holds another program's data; "
                + "move that file away, or choose another folder")
    }

    @Test("A library of a newer program is a worded store error")
    func newer() throws {
        _ = try bench.store()
        try bench.sql("PRAGMA user_version = 99")
        #expect(
            storeError { _ = try bench.store() }
                == "\(bench.database.path): the library has schema 99, this program knows up to \(Schema.migrations.count); "
                + "use the newer program that made it")
    }

    @Test("The second to lock a library hears who holds it")
    func lock() throws {
        let held = try LibraryLock(directory: bench.directory, command: "sync")
        let text = storeError { _ = try LibraryLock(directory: bench.directory, command: "list") }
        let process = ProcessInfo.processInfo.processIdentifier
        #expect(text?.contains("process \(process) (sync)") == true)
        held.release()
        _ = try LibraryLock(directory: bench.directory, command: "list")
    }

    #if os(Linux)
        @Test("A released lock is free, though a process that is being started still has its descriptor")
        func releasedWhileStarting() throws {
            let held = try LibraryLock(directory: bench.directory, command: "sync")
            let other = try duplicate(of: bench.directory.appendingPathComponent("library.lock"))
            defer { close(other) }
            held.release()
            _ = try LibraryLock(directory: bench.directory, command: "list")
        }
    #endif

    // The limit belongs to a process, so the test has one of its own.
    @Test("No space for a write is a store error in the system's words, and nothing of it happened")
    func noSpace() async {
        await #expect(processExitsWith: .success) {
            let bench = Bench()
            let store = try bench.store()
            let added = try store.addFeed(url("https://a.org/")).feed
            signal(SIGXFSZ, SIG_IGN)
            let size = try #require(
                FileManager.default.attributesOfItem(atPath: bench.database.path + "-wal")[.size] as? NSNumber
            )
            var limit = rlimit()
            limit.rlim_cur = rlim_t(size.uint64Value + 5_000)
            limit.rlim_max = rlim_t(size.uint64Value + 5_000)
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            let many = try document((1...500).map { "\($0)" })
            let text = storeError {
                _ = try store.commit(many, validators: Validators(etag: "x"), to: added.id, now: bench.now)
            }
            #expect(text?.hasSuffix(": File too large; free some space and run again") == true)
            #expect(try store.episodes().isEmpty)
            #expect(try store.feeds() == [added])
        }
    }
}
