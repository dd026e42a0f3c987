import Dispatch
import Synchronization

/// The lines of standard input, as they come.
final class Requests: Sendable {
    let lines: AsyncStream<String>
    private let line: AsyncStream<String>.Continuation
    private let (ends, end) = AsyncStream<Never>.makeStream()
    private let unfinished = Mutex<[UInt8]>([])
    private let input: DispatchIO

    init() {
        (lines, line) = AsyncStream<String>.makeStream()
        let queue = DispatchQueue(label: "requests")
        input = DispatchIO(type: .stream, fileDescriptor: 0, queue: queue) { _ in }
        input.setLimit(lowWater: 1)
        input.read(offset: 0, length: .max, queue: queue) { isDone, data, _ in
            if let data { self.receive(data) }
            if isDone { self.close() }
        }
    }

    /// Returns when there are no more, and throws when its task is cancelled.
    func untilTheirEnd() async throws {
        for await _ in ends {}
        try Task.checkCancellation()
    }

    func close() {
        input.close(flags: .stop)
        line.finish()
        end.finish()
    }

    private func receive(_ data: DispatchData) {
        let parts = unfinished.withLock { unfinished in
            var parts = (unfinished + data).split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            unfinished = Array(parts.removeLast())
            return parts
        }
        for part in parts { line.yield(String(decoding: part, as: UTF8.self)) }
    }
}
