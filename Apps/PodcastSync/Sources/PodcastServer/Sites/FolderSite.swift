import Foundation

/// Serves a folder of feeds from one server, media included, so that real feeds can be synced
/// without their hosts.
///
/// Every enclosure and media URL is rewritten to `/media/<feed file>/<n>/<last component>`
/// and answers distinct bytes; an `xmlUrl` of a file in the folder is rewritten to it.
public struct FolderSite: Sendable {
    /// A media path with the URL the feed had there.
    struct Medium: Sendable, Equatable {
        let path: String
        let original: String
    }

    /// The names of the feed files, sorted.
    public let files: [String]
    let documents: [String: [UInt8]]

    /// Reads a folder; only `*.xml`, `*.rss` and `*.opml` directly in it.
    ///
    /// - Throws: an error of Foundation when the folder cannot be read.
    public init(directory: URL) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        files = names.filter { name in
            ["xml", "rss", "opml"].contains((name as NSString).pathExtension.lowercased())
        }.sorted()
        var documents: [String: [UInt8]] = [:]
        for file in files {
            documents[file] = Array(try Data(contentsOf: directory.appendingPathComponent(file)))
        }
        self.documents = documents
    }

    /// The URL of a feed file on a server.
    public func url(of file: String, on server: LoopbackServer) -> URL {
        server.url("/feeds/" + file.pathComponent)
    }

    /// The media paths of a feed file, in the order of its URLs, a repeated URL once.
    public func mediaPaths(of file: String) -> [String] { media(of: file).map(\.path) }

    /// The bytes that a media path serves; nil for a path the site does not have.
    public func expectedBytes(of mediaPath: String) -> [UInt8]? {
        for file in files {
            if let medium = media(of: file).first(where: { $0.path == mediaPath }) {
                return SeededBytes.episode(of: medium.original)
            }
        }
        return nil
    }

    /// Adds the routes of the site to a server.
    public func install(on server: LoopbackServer) {
        for file in files {
            let rewritten = document(of: file, on: server)
            let etag = "\"\(rewritten.count)-\(file.utf8.count)\""
            let response = Response(body: rewritten, contentType: "application/xml", etag: etag)
            server.route("/feeds/" + file.pathComponent, response)
            for medium in media(of: file) {
                let original = medium.original
                server.route(medium.path) { _ in
                    Response(
                        body: SeededBytes.episode(of: original), contentType: "audio/mpeg",
                        etag: "\"\(original.utf8.count)-\(SeededBytes.hash(of: original))\"")
                }
            }
        }
    }

    func media(of file: String) -> [Medium] {
        guard let document = documents[file] else { return [] }
        var seen: Set<String> = []
        let originals = MarkupURLs.media(in: document).filter { seen.insert($0.text).inserted }
        return originals.enumerated().map { index, found in
            let last = found.text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? "media"
            let path = "/media/\(file.pathComponent)/\(index + 1)/\(String(last).pathComponent)"
            return Medium(path: path, original: found.text)
        }
    }

    private func document(of file: String, on server: LoopbackServer) -> [UInt8] {
        guard let document = documents[file] else { return [] }
        var targets: [String: String] = [:]
        for medium in media(of: file) { targets[medium.original] = server.origin + medium.path }
        var out: [UInt8] = []
        var copied = 0
        for found in MarkupURLs.all(in: document) {
            let target = found.isOutline ? outline(found.text, on: server) : targets[found.text]
            guard let target else { continue }
            out += document[copied..<found.range.lowerBound] + Array(target.utf8)
            copied = found.range.upperBound
        }
        return out + document[copied...]
    }

    private func outline(_ text: String, on server: LoopbackServer) -> String? {
        let last = text.prefix { $0 != "?" }.split(separator: "/").last.map(String.init) ?? ""
        guard documents[last] != nil else { return nil }
        return url(of: last, on: server).absoluteString
    }
}

extension String {
    /// The text as one component of a URL path, its legal escapes kept; markup characters too are escaped.
    var pathComponent: String {
        let allowed = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        let name = removingPercentEncoding ?? self
        return name.addingPercentEncoding(withAllowedCharacters: allowed) ?? "media"
    }
}
