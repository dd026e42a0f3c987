import Foundation
import PodcastServer

/// What a media path serves at one time.
struct Medium: Hashable, Sendable {
    let path: String
    /// One more each time the publisher replaces the file.
    var version = 1
    /// The host ends every connection here, as one that is overloaded does; nil when it is well.
    var cut: Int?

    /// Most are small; some are larger than what may be fetched twice.
    var length: Int {
        let hash = SeededBytes.hash(of: path)
        return path.hasSuffix("3.mp3") ? 1_500_000 + Int(hash % 1_500_000) : 6_000 + Int(hash % 60_000)
    }

    var etag: String { "\"\(path)-\(version)\"" }

    /// Bytes that no other path, version or offset has.
    var bytes: [UInt8] {
        let seed = SeededBytes.hash(of: etag)
        let block = SeededBytes.make(count: 4096, seed: seed)
        var bytes = Array("ID3 \(String(seed, radix: 16)) ".utf8)
        bytes.reserveCapacity(length)
        var number: UInt64 = 0
        while bytes.count < length {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
            bytes += block.prefix(length - bytes.count)
            number += 1
        }
        return Array(bytes.prefix(length))
    }

    /// This and every version before it.
    var versions: [Medium] {
        (1...version).map { version in
            var medium = self
            medium.version = version
            return medium
        }
    }

    func response(to request: Request) -> Response {
        let response = Response(body: bytes, contentType: "audio/mpeg", etag: etag)
        guard let cut else { return response }
        // At the same place of the file, wherever the answer begins.
        let isRange = request[header: "Range"] != nil && request[header: "If-Range"] ?? etag == etag
        let start = isRange ? request[header: "Range"].flatMap(Self.start) ?? 0 : 0
        return response.with(.cut(after: max(0, min(cut, length - 1) - start)))
    }

    /// Where a range begins; nil for what is no range.
    static func start(ofRange range: String) -> Int? {
        guard range.hasPrefix("bytes=") else { return nil }
        return Int(range.dropFirst(6).prefix { $0.isNumber })
    }
}
