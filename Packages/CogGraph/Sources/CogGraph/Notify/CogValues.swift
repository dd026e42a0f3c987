/// The values of one cog as they change, the current one first (EXP-1).
///
/// It keeps the state alive, like a reaction that reads it, until the loop over it ends, is broken
/// out of or cancelled, or the sequence is dropped, on any thread. For one loop. When the context
/// is torn down it ends.
public struct CogValues<Value>: AsyncSequence {
    private let stream: AsyncStream<Carrier>
    private let end: @Sendable () -> Void

    /// Values cross nothing: a sequence of values that may not be sent cannot be sent either, so
    /// it is read where it was made.
    struct Carrier: @unchecked Sendable {
        let value: Value
    }

    init(stream: AsyncStream<Carrier>, end: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.end = end
    }

    /// A sequence without values that has ended.
    @_spi(Mechanisms)
    public static var finished: CogValues {
        let (stream, continuation) = AsyncStream.makeStream(of: Carrier.self)
        continuation.finish()
        return CogValues(stream: stream, end: {})
    }

    /// Reads the values one by one; dropping it ends the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Carrier>.Iterator
        fileprivate let life: Life

        /// The next value, as soon as there is one; nil once the sequence has ended and nothing waits, or
        /// the task is cancelled.
        public mutating func next() async -> Value? { await base.next()?.value }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
            await base.next(isolation: actor)?.value
        }
    }

    /// Ends the sequence with its loop, also where the sequence itself is still held.
    fileprivate final class Life: Sendable {
        let end: @Sendable () -> Void
        init(end: @escaping @Sendable () -> Void) { self.end = end }
        deinit { end() }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(base: stream.makeAsyncIterator(), life: Life(end: end))
    }
}

extension CogValues: Sendable where Value: Sendable {}
