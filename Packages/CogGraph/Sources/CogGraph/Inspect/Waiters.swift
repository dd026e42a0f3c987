/// Who waits for something to happen in a context next: tools and tests.
struct Waiters {
    private var waiting: [ContextEvent: [CheckedContinuation<Void, Never>]] = [:]

    var isEmpty: Bool { waiting.isEmpty }

    mutating func add(_ waiter: CheckedContinuation<Void, Never>, for event: ContextEvent) {
        waiting[event, default: []].append(waiter)
    }

    mutating func resume(_ event: ContextEvent) {
        guard !waiting.isEmpty, let waiters = waiting.removeValue(forKey: event) else { return }
        for waiter in waiters { waiter.resume() }
    }

    mutating func resumeAll() {
        for event in ContextEvent.allCases { resume(event) }
    }
}

/// What a tool may wait for.
@_spi(Mechanisms)
public enum ContextEvent: CaseIterable, Sendable {
    /// Graces came to their end, and what they kept has gone.
    case graceEnded
    /// Alarms went off, and what they caused is over.
    case alarmsRang
    /// A sequence of values ended, and its lease with it.
    case exportEnded
    /// A turn and all it caused is over.
    case cameToRest
}

@_spi(Mechanisms)
extension Context {
    /// Returns after the next time that `event` happens, or when the context is torn down.
    public func next(_ event: ContextEvent) async {
        if isClosed { return }
        await withCheckedContinuation { waiters.add($0, for: event) }
    }

    /// How many rows wait for the end of their grace.
    public var graceEntryCount: Int { graces.count }
}
