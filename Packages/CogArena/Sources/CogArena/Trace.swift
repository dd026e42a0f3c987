/// What an arena did while it was recorded: which rows ran and why, and which were written (HIST-1).
///
/// It holds no application's object: a value is kept only where it has nothing to be released but text.
public struct Trace {
    /// One run of a derived row.
    public struct Run {
        public let slot: Slot
        public let cause: RunCause
        /// Whether it changed the row's value.
        public let isChange: Bool
    }

    /// One write of a source, or a value that the front end published.
    public struct Write {
        public let slot: Slot
        /// The value before; nil where it is not kept, and where there was none.
        public let before: Any?
        public let isChange: Bool
    }

    /// In the order they ran.
    public internal(set) var runs: [Run] = []
    /// In the order of writing.
    public internal(set) var writes: [Write] = []

    public init() {}

    public var isEmpty: Bool { runs.isEmpty && writes.isEmpty }

    public static func += (trace: inout Trace, more: Trace) {
        trace.runs += more.runs
        trace.writes += more.writes
    }
}

/// One run or write as it is recorded when it begins: whether it changes something is told later.
struct Begun<Known> {
    let slot: Slot
    let known: Known
    /// The revision of the row's value before.
    let changedAt: Revision
}

/// Why a row or a watcher runs.
public enum RunCause: Hashable, Sendable {
    /// It had no value, or read nothing yet.
    case first
    /// Of what its latest run read this is the first that changed since.
    case changed(Slot)
    /// None of that changed: it was asked to run all the same.
    case asked
}
