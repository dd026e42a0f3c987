import CSQLite
import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import Testing

/// A folder of one test, and the values that its feeds are made of.
final class Bench {
    let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("store-\(UUID().uuidString)")
    let now = Date(timeIntervalSince1970: 1_000)

    deinit { try? FileManager.default.removeItem(at: directory) }

    var database: URL { directory.appendingPathComponent("library.sqlite") }

    func store() throws -> Store { try Store(directory: directory) }

    /// Runs statements behind the store's back.
    func sql(_ text: String) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        var handle: OpaquePointer?
        try #require(sqlite3_open(database.path, &handle) == SQLITE_OK)
        defer { sqlite3_close(handle) }
        try #require(sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK)
    }
}

func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

/// A feed of items named `names`, each over its own enclosure.
func document(
    _ names: [String], title: String = "Show", guids: String = "guid:", nextPage: URL? = nil
) throws -> ParsedFeed {
    let items = try names.map {
        ParsedItem(
            identity: guids + $0, title: "Same", enclosure: Enclosure(url: try url("https://e.org/\($0).mp3"))
        )
    }
    return ParsedFeed(format: .rss, title: title, items: items, nextPage: nextPage)
}

/// The one-line store error that `body` ends with.
func storeError(_ body: () throws -> Void) -> String? {
    let error = #expect(throws: PodcastError.self, performing: body)
    #expect(error?.exitCode == .store)
    #expect(error?.description.contains("\n") == false)
    return error?.description
}

#if os(Linux)
    /// A second descriptor of an open file, as a process that is just being started has.
    func duplicate(of file: URL) throws -> Int32 {
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        let open = descriptors.first { descriptor in
            let place = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/fd/\(descriptor)")
            return place == file.path
        }
        return dup(try #require(open.flatMap { Int32($0) }))
    }
#endif
