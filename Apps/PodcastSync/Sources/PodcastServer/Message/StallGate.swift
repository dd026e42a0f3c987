import Foundation
import Synchronization

/// Holds a response back until a test opens it, and tells when a response has reached it.
public final class StallGate: Sendable, Equatable {
    private struct State {
        var isOpen = false
        var isReached = false
        var arrivals: [AsyncStream<Never>.Continuation] = []
        var held: [DispatchSemaphore] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// Whether both are the same gate.
    public static func == (left: StallGate, right: StallGate) -> Bool { left === right }

    /// Lets every response that is held, or comes later, go on; may be called from anywhere.
    public func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for semaphore in held { semaphore.signal() }
    }

    /// Returns once a response has reached the gate, at once if one did before; also when the calling task is
    /// cancelled, since one that failed before it asked never will.
    public func reached() async {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Never.self)
        let isReached = state.withLock { state in
            if !state.isReached { state.arrivals.append(arrival) }
            return state.isReached
        }
        if isReached { return }
        for await _ in arrivals {}
    }

    /// Blocks the calling thread until the gate is open.
    func pass() {
        let semaphore = DispatchSemaphore(value: 0)
        let (isOpen, arrivals) = state.withLock { state in
            state.isReached = true
            if !state.isOpen { state.held.append(semaphore) }
            defer { state.arrivals = [] }
            return (state.isOpen, state.arrivals)
        }
        for arrival in arrivals { arrival.finish() }
        if !isOpen { semaphore.wait() }
    }
}
