import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore
import RandomPrograms
import Testing

@Suite struct RefreshProgramTests {
    private let bench = Bench()

    @Test(
        "POD-1: any refreshes, downloads and restarts leave what a plain model says",
        arguments: 1...24 as ClosedRange<UInt64>)
    func program(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var store = try bench.store()
        let id = try store.addFeed(url("https://a.org/")).feed.id
        var model = RefreshModel()
        var items: [RefreshModel.Item] = []
        var names = 0
        for step in 0..<60 {
            let now = Date(timeIntervalSince1970: Double(step))
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                for _ in 0..<Int.random(in: 0...3, using: &random) { edit(&items, &names, &random) }
                let isEmpty = Int.random(in: 0..<12, using: &random) == 0
                let isPartial = Int.random(in: 0..<6, using: &random) == 0
                let told = isEmpty ? [] : isPartial ? Array(items.shuffled(using: &random).prefix(2)) : items
                let known = model.rows.count
                model.refresh(told, isPartial: isPartial)
                var document = try parsed(told)
                if isPartial { document.nextPage = try url("https://a.org/next") }
                let new = try store.commit(
                    document, validators: Validators(etag: "\(step)"), to: id, now: now)
                #expect(new.map(\.identity) == model.rows[known...].map(\.identity))
                #expect(new.map(\.download) == model.rows[known...].map(\.state))
                #expect(try store.feeds().map(\.etag) == ["\(step)"])
            case 6..<9:
                guard let place = model.rows.indices.randomElement(using: &random) else { continue }
                try download(place, store, &model, now, &random)
            default: store = try bench.store()
            }
            try compare(store, model, step)
        }
    }

    /// What a publisher does to a feed.
    private func edit(_ items: inout [RefreshModel.Item], _ names: inout Int, _ random: inout SplitMix) {
        names += 1
        let enclosure =
            Int.random(in: 0..<8, using: &random) == 0 ? nil : "\(Int.random(in: 0..<6, using: &random))"
        let item = RefreshModel.Item(
            guid: "\(names)", enclosure: enclosure, day: Int.random(in: 1...28, using: &random))
        guard let place = items.indices.randomElement(using: &random) else { return items.append(item) }
        switch Int.random(in: 0..<7, using: &random) {
        case 0, 1: items.append(item)
        case 2: items.remove(at: place)
        case 3: items[place].guid = item.guid
        case 4: items[place].enclosure = item.enclosure
        case 5: for index in items.indices { items[index].guid = "\(names)-\(items[index].guid)" }
        default:
            items.append(RefreshModel.Item(guid: items[place].guid, enclosure: item.enclosure, day: item.day))
        }
    }

    private func parsed(_ items: [RefreshModel.Item]) throws -> ParsedFeed {
        let body = items.map { item in
            let media = item.enclosure.map { "<enclosure url=\"https://e.org/x.mp3?n=\($0)\"/>" } ?? ""
            return """
                <item><guid>\(item.guid)</guid><title>T</title>
                <pubDate>\(item.day) Jan 2020 00:00 GMT</pubDate>\(media)</item>
                """
        }
        let text = "<rss><channel><title>Show</title>\(body.joined())</channel></rss>"
        return try FeedParser.parse(Array(text.utf8), finalURL: url("https://e.org/feed"))
    }

    private func download(
        _ place: Int, _ store: Store, _ model: inout RefreshModel, _ now: Date, _ random: inout SplitMix
    ) throws {
        let id = EpisodeID(Int64(place + 1))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: try set(.skipped(.user))
        case 1: try set(.failed(reason: "short", nextAttemptAt: now))
        case 2: try set(.skipped(.cleanup, leftover: nil))
        case 3: try set(.none)
        default:
            guard model.rows[place].enclosure != nil || model.rows[place].file != nil else { return }
            let name = try store.assignFile(id).name
            if let expected = model.expectedName(place) {
                #expect(name == expected)
            } else {
                #expect(!model.rows.contains { $0.file == name })
            }
            model.rows[place].file = name
            try set(.downloaded(fileName: name, bytes: 7))
        }

        func set(_ state: DownloadState) throws {
            model.set(place, state)
            #expect(try store.setDownload(id, state))
        }
    }

    private func compare(_ store: Store, _ model: RefreshModel, _ step: Int) throws {
        let episodes = try store.episodes()
        let rows = episodes.enumerated().map { place, episode in
            RefreshModel.Row(
                identity: episode.identity,
                enclosure: episode.enclosureURL?.query.map { String($0.dropFirst(2)) },
                absent: episode.absent,
                state: episode.download, attempts: episode.attempts,
                file: model.rows.indices.contains(place) ? model.rows[place].file : nil)
        }
        #expect(rows == model.rows, "after step \(step)")
        #expect(episodes.map { Int($0.id.rawValue) } == episodes.indices.map { $0 + 1 })
    }
}
