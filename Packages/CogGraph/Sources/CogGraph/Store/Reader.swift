public import CogArena

/// Reads for one run of one selector or reaction.
///
/// It is lent for the run: storing it or capturing it in a task does not compile, and where unsafe code
/// keeps it all the same, its next read that would make a dependency traps (TURN-5).
@frozen
public struct Reader: ~Copyable {
    /// The statuses of async state, read with the same verbs (READ-6).
    public var status: StatusReader

    @inlinable
    init(tracker: consuming Tracker) { status = StatusReader(tracker: tracker) }

    @inlinable
    var tracker: Tracker {
        _read { yield status.tracker }
        _modify { yield &status.tracker }
    }

    /// Wraps a tracker for the length of `body`.
    @inlinable
    static func lend<R>(_ tracker: inout Tracker, _ body: (inout Reader) -> R) -> R {
        var reader = Reader(tracker: tracker)
        let result = body(&reader)
        tracker = reader.status.tracker
        return result
    }

    /// A settled value, which the run depends on from now on (READ-1).
    ///
    /// Traps when the read closes a cycle, naming its whole path (GRAPH-4).
    ///
    /// - Complexity: O(1) when the value is settled and the previous run read it here too.
    @inlinable
    public subscript<R: CogReadable>(reference: R) -> R.Value {
        @inline(__always)
        mutating get {
            let address = reference.address
            return tracker.read(address.family, address.key)
        }
    }

    /// A settled value that the run does not depend on.
    @inlinable
    public func peek<R: CogReadable>(_ reference: R) -> R.Value {
        let address = reference.address
        return tracker.peek(address.family, address.key)
    }

    /// The running row's own previous value; nil on its first run (READ-1).
    ///
    /// Traps when `type` is not the running cog's value type.
    @inlinable
    public func curr<Value>(_ type: Value.Type) -> Value? { tracker.previous(type) }
}
