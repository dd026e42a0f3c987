import CTracer
import Foundation
import Synchronization

/// Counts what a process comes to, and kills it at its point.
final class KillSwitch: Sendable {
    fileprivate struct State {
        var handle: Int32 = -1
        var chances = KillChances()
        /// Where it was killed, in words.
        var fired: String?
        /// The calls before that, the last of them.
        var trail: [TracedCall] = []
        /// The last call that counts.
        var last = ""
        var breaches: [String] = []
        /// Parts with bytes that were not synced.
        var dirty: Set<String> = []
    }

    private let point: KillPoint?
    private let library: String
    private let disk: Disk?
    private let host: CrashHost
    private let state = Mutex(State())

    /// - Parameters:
    ///   - library: Its path without links.
    ///   - disk: What is told of what is synced.
    ///   - host: What is told of the kill, just before it.
    init(_ point: KillPoint?, library: String, disk: Disk?, host: CrashHost) {
        self.point = point
        self.host = host
        self.library = library
        self.disk = disk
    }

    var chances: KillChances { state.withLock { $0.chances } }
    var fired: String? { state.withLock { $0.fired } }
    var trail: [String] { state.withLock { $0.trail.map(\.description) } }
    var breaches: [String] { state.withLock { $0.breaches } }

    func begin(_ handle: Int32) { state.withLock { $0.handle = handle } }

    func end() {
        state.withLock { state in
            if state.handle >= 0 { close(state.handle) }
            state.handle = -1
        }
    }

    /// - Returns: Whether the process is to be killed before the call.
    func killsBefore(_ told: traced_call) -> Bool {
        guard let call = TracedCall(told, library: library) else { return false }
        let isDue = state.withLock { state in
            state.follow(call)
            guard call.isCounted else { return false }
            let isTurn = state.last != call.description
            state.last = call.description
            state.chances.calls += 1
            if isTurn { state.chances.turns.append(state.chances.calls) }
            if case .asked(let first, let times) = point,
                (first..<first + times).contains(state.chances.calls)
            {
                host.noteKill()
                state.fired = state.fired ?? "asked to end before call \(first), \(call)"
                tracer_signal(state.handle, SIGTERM)
            }
            let isDue = point == .call(state.chances.calls) || point == .powerCut(state.chances.calls)
            if isDue {
                host.noteKill()
                let power = if case .powerCut = point { "without power " } else { "" }
                state.fired = "\(power)before call \(state.chances.calls), \(call)"
            }
            return isDue
        }
        // A call that does not run syncs and removes nothing.
        if !isDue { disk?.note(call) }
        return isDue
    }

    func noteRequest(_ what: String) {
        state.withLock { state in
            state.chances.requests += 1
            if point == .request(state.chances.requests) {
                state.fire(host, "at request \(state.chances.requests), \(what)")
            }
        }
    }

    func notePiece(_ what: String) {
        state.withLock { state in
            state.chances.pieces += 1
            if point == .piece(state.chances.pieces) {
                state.fire(host, "after piece \(state.chances.pieces), of \(what)")
            }
        }
    }
}

extension KillSwitch.State {
    fileprivate mutating func fire(_ host: CrashHost, _ where: String) {
        guard handle >= 0 else { return }
        host.noteKill()
        fired = `where`
        tracer_signal(handle, SIGKILL)
    }

    /// A part becomes an episode only with all its bytes on disk (POD-10).
    fileprivate mutating func follow(_ call: TracedCall) {
        if trail.last?.description != call.description { trail.append(call) }
        if trail.count > 12 { trail.removeFirst() }
        switch call.operation {
        case .write where call.path.hasSuffix(".part"): dirty.insert(call.path)
        case .sync: dirty.remove(call.path)
        case .rename where dirty.contains(call.path):
            breaches.append("\(call.path) is renamed before its bytes are synced")
        default: break
        }
    }
}
