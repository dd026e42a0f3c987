import Foundation
import Synchronization

/// What came of the body that aria2 is at, and whether that comes too slowly (POD-10).
///
/// It is the length of the part. aria2 itself tells whole blocks of 16 KiB, and its own limit of the speed looks
/// at ten seconds: a host that rests for longer is not a slow one.
final class Aria2Body: Sendable {
    /// The blocks that aria2 asks for again when they are not whole.
    static let block: Int64 = 16_384

    private struct State {
        var bytes: Int64?
        var isTooSlow = false
    }

    private let state = Mutex(State())

    /// How much came; nil while it waits for its turn or for a head.
    var bytes: Int64? { state.withLock { $0.bytes } }
    var isTooSlow: Bool { state.withLock { $0.isTooSlow } }

    func endForPace() { state.withLock { $0.isTooSlow = true } }

    /// Takes note of where a download stands.
    ///
    /// - Returns: How far it is, while that can be told.
    func look(_ status: Aria2Status) -> DownloadProgress? {
        let length = status.part.flatMap(Self.length)
        let hasBegun = status.status == .active && (status.total != nil || status.received > 0)
        state.withLock { $0.bytes = hasBegun ? length : nil }
        guard let total = status.total, let length else { return nil }
        let received = min(length, total)
        return DownloadProgress(
            percent: Int(received.multipliedFullWidth(by: 100).low / UInt64(total)),
            receivedBytes: received, totalBytes: total)
    }

    private static func length(_ part: URL) -> Int64? {
        var status = stat()
        return stat(part.path, &status) == 0 ? Int64(status.st_size) : nil
    }
}
