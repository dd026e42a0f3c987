import Foundation

/// What aria2 knows a download by: the caller's number, in sixteen digits.
struct Aria2ID: Hashable, Sendable {
    let text: String

    init(_ id: DownloadID) {
        let digits = String(UInt64(bitPattern: id.rawValue), radix: 16)
        text = String(repeating: "0", count: 16 - digits.count) + digits
    }

    init(text: String) { self.text = text }

    var download: DownloadID? {
        UInt64(text, radix: 16).map { DownloadID(Int64(bitPattern: $0)) }
    }
}

/// Where a download of aria2 stands, as it tells it: numbers are texts.
struct Aria2Status: Decodable, Sendable {
    enum Phase: String, Decodable, Sendable { case active, waiting, paused, error, complete, removed }

    struct File: Decodable { let path: String }

    let gid: String
    let status: Phase
    let totalLength: String
    let completedLength: String
    let errorCode: String?
    let errorMessage: String?
    let files: [File]

    /// Whether nothing more happens to it.
    var isOver: Bool { [.complete, .error, .removed].contains(status) }
    var id: Aria2ID { Aria2ID(text: gid) }
    var received: Int64 { Int64(completedLength) ?? 0 }
    /// Nil while it is not known.
    var total: Int64? { Int64(totalLength).flatMap { $0 > 0 ? $0 : nil } }
    /// Where its bytes go.
    var part: URL? { files.first.map { URL(fileURLWithPath: $0.path) } }
    var code: Int { errorCode.flatMap { Int($0) } ?? 1 }
}
