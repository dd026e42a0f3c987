import CSQLite
import CogGraph
import CogTesting
import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import Testing

@testable import PodcastSync

/// A library in a folder of its own, as the tests of the doctor and of cleanup spoil it.
final class DoctorBench: Sendable {
    let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("doctor-\(UUID().uuidString)", isDirectory: true)
    let now = Date(timeIntervalSince1970: 1_700_000_000)

    /// A pattern that takes too long on a title of two letters.
    static let slow: TitlePattern = "(?:.?.?.?){999}!"

    deinit { try? FileManager.default.removeItem(at: directory) }

    func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    func file(_ name: String) -> URL {
        name.isEmpty ? directory : directory.appendingPathComponent(name)
    }

    func place(_ name: String, _ text: String) throws {
        let place = file(name)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place)
    }

    /// A feed "Show" with the episodes T1 to T3, of which the first is here with seven bytes.
    func library(many: Int = 3) throws -> Store {
        let store = try Store(directory: directory)
        let feed = try store.addFeed(url("https://a.org/")).feed.id
        let items = try (1...many).map {
            ParsedItem(
                identity: "guid:\($0)", title: "T\($0)",
                enclosure: Enclosure(url: try url("https://e.org/\($0).mp3")))
        }
        _ = try store.commit(
            ParsedFeed(format: .rss, title: "Show", items: items), validators: Validators(), to: feed,
            now: now)
        let name = try store.assignFile(EpisodeID(1)).name
        try place("Show/\(name)", "1234567")
        try store.setDownload(EpisodeID(1), .downloaded(fileName: name, bytes: 7))
        return store
    }

    /// A feed "Show" of so many episodes, all here with one byte.
    func library(here count: Int) throws -> Store {
        let store = try library(many: count)
        let states = try (1...Int64(count)).map { id in
            let name = try store.assignFile(EpisodeID(id)).name
            try place("Show/\(name)", "1")
            return (EpisodeID(id), DownloadState.downloaded(fileName: name, bytes: 1))
        }
        try store.setDownloads(states)
        return store
    }

    @MainActor
    func examine() throws -> LibraryDoctor {
        try LibraryDoctor(directory: directory, now: now) { Cogs.forTesting() }
    }

    /// Runs statements behind the store's back.
    func sql(_ text: String) throws {
        var handle: OpaquePointer?
        try #require(sqlite3_open(file("library.sqlite").path, &handle) == SQLITE_OK)
        defer { sqlite3_close(handle) }
        try #require(sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK)
    }
}
