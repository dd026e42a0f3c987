import Foundation
import PodcastSync

/// What has to hold of a library whenever a process ended, however it ended.
extension Snapshot {
    /// What is wrong with it by itself.
    func breaches(of site: CrashSite) -> [String] {
        problems + fileBreaches(site) + recordBreaches() + validatorBreaches(site)
    }

    /// A file under an episode's name is whole, and a part is the beginning of what its validator names (POD-10).
    private func fileBreaches(_ site: CrashSite) -> [String] {
        files.compactMap { path, data in
            guard let medium = site.medium(ofFile: path) else { return "\(path) is nobody's file" }
            if path.hasSuffix(".part.json") || LibraryFolder.isControlFile(path) { return nil }
            let versions = medium.versions
            guard path.hasSuffix(".part") else {
                let isWhole = versions.contains { $0.length == data.count && Data($0.bytes) == data }
                return isWhole ? nil : "\(path) looks like an episode, and its \(data.count) bytes are none"
            }
            guard !data.isEmpty else { return nil }
            let record = files[path + ".json"] ?? recordToMove(of: path)
            let etag = record.flatMap { try? JSONDecoder().decode(Record.self, from: $0) }?.etag
            guard let version = versions.first(where: { $0.etag == etag }) else {
                return "\(path) has \(data.count) bytes beside no validator of theirs: \(etag ?? "none")"
            }
            return Data(version.bytes.prefix(data.count)) == data
                ? nil : "\(path) has other bytes than \(version.etag), by which it would go on"
        }.sorted()
    }

    private struct Record: Decodable { let etag: String? }

    /// That of a part which was moved: the next process has it follow before anything goes on from there.
    private func recordToMove(of part: String) -> Data? {
        moves[String(part.dropLast(".part".count))].flatMap { files[$0 + ".part.json"] }
    }

    /// What is recorded as here is here, as long as it was (POD-14).
    private func recordBreaches() -> [String] {
        episodes.values.compactMap { row in
            guard row["state"] == "downloaded" else { return nil }
            let path = (feeds[row["feed"] ?? ""]?["folder"] ?? "") + "/" + (row["file_name"] ?? "")
            guard let data = files[path] ?? moves[path].flatMap({ files[$0] }) else {
                return "\(path) is noted as here, and is not"
            }
            return "\(data.count)" == row["bytes"]
                ? nil : "\(path) has \(data.count) bytes, and \(row["bytes"] ?? "none") are noted"
        }.sorted()
    }

    /// Items are those of the document whose validators are noted (POD-8).
    private func validatorBreaches(_ site: CrashSite) -> [String] {
        feeds.compactMap { id, feed in
            let rows = episodes.values.filter { $0["feed"] == id && $0["absent"] == "0" }
            guard let etag = feed["etag"] else {
                let isUnread = feed["last_refreshed"] == nil && !rows.isEmpty
                return isUnread ? "\(feed["url"] ?? "") was never read and has episodes" : nil
            }
            let items = Set((site.editions[etag] ?? []).map { "guid:\($0.guid) \($0.title)" })
            let found = Set(rows.map { "\($0["identity"] ?? "") \($0["title"] ?? "")" })
            return items == found
                ? nil
                : "the items of \(feed["url"] ?? "") are not those of \(etag), which is noted: \(found.sorted())"
        }.sorted()
    }

    /// What was confirmed before `operation` and is not any more, though nobody asked for that.
    func losses(since earlier: Snapshot, through operation: Operation) -> [String] {
        earlier.episodes.compactMap { id, was in
            let title = was["title"] ?? id
            guard let row = episodes[id] ?? heir(of: was, in: earlier) else {
                if case .unsubscribe = operation { return nil }
                return "\(title) is not known any more"
            }
            let isRemoved = row["state"] == "skipped" && operation.removes
            if was["state"] == "downloaded", !isRemoved,
                row["state"] != "downloaded" || row["bytes"] != was["bytes"]
                    || row["file_name"] != was["file_name"]
            {
                return "\(title) was here, and is \(row["state"] ?? "nothing") now"
            }
            if was["state"] == "skipped", row["state"] != "skipped", !operation.forgives {
                return "\(title) lost its tombstone"
            }
            if was["kept"] == "1", row["kept"] != "1", !operation.removes, !operation.forgives {
                return "\(title) is not kept any more"
            }
            return nil
        }.sorted()
    }

    /// What an episode became whose subscription became one with another (POD-16).
    private func heir(of episode: RawStore.Row, in earlier: Snapshot) -> RawStore.Row? {
        guard let feed = episode["feed"], feeds[feed] == nil else { return nil }
        return episodes.values.first { row in
            row["identity"] == episode["identity"]
                && row["feed"].map { feeds[$0] != nil && earlier.feeds[$0] != nil } ?? false
        }
    }

    /// The media whose files are here whole, and not about to be removed: nobody has to fetch them again.
    func settled(of site: CrashSite) -> Set<String> {
        let skipped = Set(episodes.values.filter { $0["state"] == "skipped" }.map { $0["file_name"] ?? "" })
        return Set(
            files.keys.filter { path in
                !LibraryFolder.isPart(path) && !skipped.contains((path as NSString).lastPathComponent)
            }.compactMap { site.medium(ofFile: $0)?.path })
    }

    /// The media of which nothing is here, not even a beginning.
    func missing(of site: CrashSite) -> Set<String> {
        Set(site.media.keys).subtracting(files.keys.compactMap { site.medium(ofFile: $0)?.path })
    }
}

extension CrashSite {
    /// Which medium is under a name that a library gives to files, parts and records: `Alpha/Alpha 3.mp3.part`,
    /// and `Alpha/Alpha 2.media.part` of one whose type nothing tells before it is whole.
    func medium(ofFile path: String) -> Medium? {
        let name = (path as NSString).lastPathComponent
        guard let end = name.range(of: ".mp3") ?? name.range(of: ".media") else { return nil }
        let words = name[..<end.lowerBound].split(separator: " ")
        guard words.count == 2, let number = Int(words[1]) else { return nil }
        return media[Item(show: String(words[0]), number: number, guid: "").mediaPath]
    }
}
