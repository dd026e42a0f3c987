/// A way of declaring and demanding async states, and what happens to them, a step at a time.
public struct AsyncProgram: Hashable, Sendable {
    public var policy: Policy
    /// What its selector gives; anything but runs under `.latest` alone.
    public var work = Work.runs
    /// Whether work that is cancelled ends at once, or goes on until the program ends it.
    public var heedsCancellation = false
    public var demand: Demand
    /// How many states there are, one for each key from 0 on.
    public var keys = 1
    public var steps: [AsyncStep] = []

    public enum Policy: Hashable, Sendable, CaseIterable {
        case latest, queue, exhaustLatest, merged
    }

    public enum Work: Hashable, Sendable, CaseIterable {
        case runs, streams, alternating
    }

    /// Who asks for the states.
    public enum Demand: Hashable, Sendable, CaseIterable {
        /// A one-shot read of the value: nothing keeps the state but its grace.
        case peeked
        /// A UI read of the value.
        case viewed
        /// UI reads of the fields of the status, each by itself.
        case fields
        /// A reaction to the status and one to the value.
        case watched
    }

    public init(policy: Policy, demand: Demand) {
        self.policy = policy
        self.demand = demand
    }

    /// Whether a selection gives a stream.
    func isStream(_ selection: Int) -> Bool {
        switch work {
        case .runs: false
        case .streams: true
        case .alternating: selection % 2 == 0
        }
    }
}

/// One thing that happens to the state of a key.
public enum AsyncStep: Hashable, Sendable {
    /// What its work is chosen from changes, and then it is asked for.
    case select(key: Int)
    /// What its work is chosen from changes.
    case move(key: Int)
    /// What the choice is computed from changes, and the choice does not.
    case touch(key: Int)
    /// It is asked for.
    case demand(key: Int)
    case refresh(key: Int)
    case discard(key: Int)
    /// A run ends with a value; a stream gives an element. Runs count from 0 in the order in which they
    /// began; one that is over, or never was, is passed over.
    case succeed(run: Int, value: Int)
    case fail(run: Int, error: Int)
    /// A stream ends.
    case finish(run: Int)
    /// Time passes.
    case advance(seconds: Int)
    /// These, before any task gets its turn.
    case together([AsyncStep])
    /// These, in the body of one turn: moves, touches, refreshes and discards.
    case turn([AsyncStep])
}
