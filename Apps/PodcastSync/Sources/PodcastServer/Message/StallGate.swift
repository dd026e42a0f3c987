import Foundation
import Synchronization

/// Holds a response back until a test opens it, and tells when a response has reached it.
public final class StallGate: Sendable, Equatable {
    private struct State {
        var isOpen = false
        var isReached = false
        var arrivals: [CheckedContinuation<Void, Never>] = []
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

    /// Returns once a response has reached the gate, at once if one did before.
    public func reached() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if !state.isReached { state.arrivals.append(continuation) }
                return state.isReached
            }
            if isReached { continuation.resume() }
        }
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
        for arrival in arrivals { arrival.resume() }
        if !isOpen { semaphore.wait() }
    }
}
