import Foundation
import Testing

/// What a program that runs on writes, a line of JSON at a time.
final class AnswerLines {
    let path: String
    private let handle: FileHandle
    private var chunks: AsyncStream<Data>.Iterator
    private var unread = Data()

    init(in folder: URL) throws {
        path = folder.appendingPathComponent(UUID().uuidString).path
        guard mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        // Also for writing, so that opening it waits for nobody and its end is ours to say.
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let (stream, chunk) = AsyncStream.makeStream(of: Data.self)
        chunks = stream.makeAsyncIterator()
        handle.readabilityHandler = { chunk.yield($0.availableData) }
    }

    deinit { handle.readabilityHandler = nil }

    /// Reads no more, as whoever has seen enough.
    func leave() throws {
        handle.readabilityHandler = nil
        try handle.close()
    }

    func next() async throws -> [String: Any] {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = unread[..<end]
                unread = Data(unread[(end + 1)...])
                let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
                return try #require(object)
            }
            unread += try #require(await chunks.next())
        }
    }
}
