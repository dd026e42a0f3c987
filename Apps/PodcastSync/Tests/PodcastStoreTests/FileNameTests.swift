import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import RandomPrograms
import Testing

@Suite struct FileNameTests {
    private let bench = Bench()

    @Test(
        "POD-11: a title becomes one safe component",
        arguments: [
            ("../../etc/pass\u{0}wd", "-..-etc-pass wd"), ("..", "untitled"), (".", "untitled"),
            ("", "untitled"),
            (" \t\n", "untitled"), (".hidden", "hidden"), ("a.b.", "a.b"), ("A/B\\C:D", "A-B-C-D"),
            ("7: Layers", "7 - Layers"),
            ("What? *Now* <live> \"x\" |", "What Now -live- 'x' -"),
            ("tabs\tand\u{2028}lines", "tabs and lines"),
            ("CON", "_CON"), ("nul.txt", "_nul.txt"), ("com1 .x", "_com1 .x"), ("Console", "Console"),
            ("\u{202E}gpj.exe", "gpj.exe"), ("A\u{200F}B\u{FEFF}\u{200B}C\u{AD}D", "ABCD"),
            ("\u{200D}\u{200C}", "untitled"), ("\u{200B}", "untitled"), ("👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️", "👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️"),
            ("émission", "émission"), ("می‌خواهم", "می‌خواهم"), ("\u{FFFF}\u{85}x", "x"), ("???", "untitled"),
        ])
    func component(_ title: String, _ name: String) {
        // By bytes: text that is equal may be spelled differently.
        #expect(Array(FileNames.component(title).utf8) == Array(name.utf8))
    }

    @Test("POD-11: a name fits into 255 bytes with .part, whole characters and its whole extension")
    func length() {
        for title in [String(repeating: "n", count: 999), String(repeating: "é👩‍👩‍👧", count: 99)] {
            for attempt in [0, 1, 12_345] {
                let name = FileNames.candidate(title: title, fileExtension: "mp3", attempt: attempt)
                #expect((230...250).contains(name.utf8.count))
                #expect(name.hasSuffix(attempt == 0 ? ".mp3" : " (\(attempt + 1)).mp3"))
                #expect(title.hasPrefix(name.prefix { $0 != " " && $0 != "." }))
            }
        }
        let cut = String(repeating: "n", count: 245)
        #expect(FileNames.component(cut + " more", suffix: ".mp3") == cut + ".mp3")
        let giant = "e" + String(repeating: "\u{301}", count: 500)
        #expect(FileNames.component(giant, suffix: ".mp3") == "untitled.mp3")
    }

    @Test(
        "POD-11: names that some file system takes for one have one key",
        arguments: [
            ("Tea", "tEA"), ("caf\u{E9}", "cafe\u{301}"), ("STRASSE", "straße"), ("\u{212A}elvin", "kelvin"),
            ("a\u{200D}b", "ab"), ("ſ", "S"),
        ])
    func keys(_ one: String, _ other: String) {
        // By bytes, as the database compares them.
        #expect(Array(FileNames.collisionKey(one).utf8) == Array(FileNames.collisionKey(other).utf8))
        #expect(FileNames.collisionKey(one) != FileNames.collisionKey(one + "x"))
    }

    @Test(
        "POD-11: a template's fields stand for what is known of an episode, and a title's braces for nothing")
    func templates() {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        func name(_ template: String, _ title: String = "On {date}s") -> String {
            FileTemplate(template).name(title: title, date: date, id: EpisodeID(7))
        }
        #expect(name("{title}") == "On {date}s")
        #expect(name("{date} {id}. {title}!") == "2023-11-14 7. On {date}s!")
        #expect(name("{id}{id}") == "77")
        #expect(name("{title} } {") == "On {date}s } {")
        #expect(FileTemplate("{date} {title}").problem == nil)
        #expect(
            FileTemplate("{titel}").problem
                == "{titel} stands for nothing; there are {title}, {date}, {id}")
        #expect(FileTemplate("audio").problem == "it would call every file the same")
        #expect(FileTemplate("{title").problem == "it would call every file the same")
    }

    @Test(
        "POD-11: a file is called as its feed's template says when it is named, safely, and stays so called")
    func templatesInUse() throws {
        let store = try bench.store()
        let feed = try store.addFeed(url("https://a.org/")).feed.id
        let ids = try store.commit(
            document(["1", "2", "3"]), validators: Validators(), to: feed, now: bench.now
        ).map(\.id)
        try store.setPolicy(Policy(template: .limited(FileTemplate("../{date}/{title}"))))
        #expect(try store.assignFile(ids[0]).name == "-1970-01-01-Same.mp3")
        #expect(try store.assignFile(ids[1]).name == "-1970-01-01-Same (2).mp3")
        try store.setPolicy(Policy(template: .limited(FileTemplate("{id}"))), for: feed)
        #expect(try store.assignFile(ids[0]).name == "-1970-01-01-Same.mp3")
        #expect(try store.assignFile(ids[2]).name == "\(ids[2].rawValue).mp3")
    }

    @Test("POD-11: hundreds of one title are numbered in order")
    func many() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        let ids = try store.commit(
            document((1...100).map { "\($0)" }), validators: Validators(), to: id, now: bench.now
        ).map(\.id)
        let names = try ids.map { try store.assignFile($0).name }
        #expect(names == ["Same.mp3"] + (2...100).map { "Same (\($0)).mp3" })
    }

    @Test("POD-11: a name goes by the episode and not by its title, which may change")
    func byID() throws {
        let store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        var parsed = try document(["1", "2"])
        (parsed.items[0].title, parsed.items[1].title) = ("One", "Two")
        let ids = try store.commit(parsed, validators: Validators(), to: id, now: bench.now).map(\.id)
        #expect(try ids.map { try store.assignFile($0).name } == ["One.mp3", "Two.mp3"])
        (parsed.items[0].title, parsed.items[1].title) = ("Two", "One")
        _ = try store.commit(parsed, validators: Validators(), to: id, now: bench.now)
        #expect(try ids.map { try bench.store().assignFile($0).name } == ["One.mp3", "Two.mp3"])
        #expect(try store.episodes().map(\.title) == ["Two", "One"])
    }

    @Test(
        "POD-11: whatever titles hold, every episode has a file of its own below the library",
        arguments: 1...5 as ClosedRange<UInt64>)
    func program(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let store = try bench.store()
        var files: [URL: String] = [:]
        for place in 0..<3 {
            let id = try store.addFeed(url("https://a.org/\(place)")).feed.id
            var parsed = try document((0..<30).map { "\($0)" }, title: title(&random))
            for index in parsed.items.indices { parsed.items[index].title = title(&random) }
            for episode in try store.commit(parsed, validators: Validators(), to: id, now: bench.now) {
                let file = try store.assignFile(episode.id)
                let place = file.url(in: bench.directory)
                #expect(file.name.hasSuffix(".mp3") && file.name.utf8.count <= 250)
                #expect(!file.name.contains("/") && !file.name.hasPrefix("."))
                try FileManager.default.createDirectory(
                    at: file.folderURL(in: bench.directory), withIntermediateDirectories: true)
                #expect(!FileManager.default.fileExists(atPath: place.path))
                try Data("\(episode.id)".utf8).write(to: place)
                files[place] = "\(episode.id)"
            }
        }
        #expect(files.count == 90)
        for (file, text) in files { #expect(try String(contentsOf: file, encoding: .utf8) == text) }
        let folders = try FileManager.default.contentsOfDirectory(atPath: bench.directory.path)
            .filter { !["library.sqlite", "library.sqlite-shm", "library.sqlite-wal"].contains($0) }
        #expect(Set(folders) == Set(try store.feeds().map(\.folder)))
    }

    private func title(_ random: inout SplitMix) -> String {
        let pieces = [
            "a", "A", "é", "e\u{301}", "ß", "SS", "/", "\\", "..", ".", " ", "\u{0}", "\n", "\u{202E}",
            "\u{200D}",
            "👩‍👩‍👧", "CON", "library.sqlite", ":", "?", "*", "%2F", "~", "-", String(repeating: "x", count: 120),
            "שלום", "\u{FEFF}", "(2)",
        ]
        return (0..<Int.random(in: 0...4, using: &random)).map { _ in
            pieces.randomElement(using: &random) ?? ""
        }.joined()
    }
}
