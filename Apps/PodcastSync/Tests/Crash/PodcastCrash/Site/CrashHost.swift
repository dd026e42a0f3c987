import Foundation
import PodcastServer
import Synchronization

/// The host of a site on loopback: it counts what it sends, and kills whom it serves when asked to.
final class CrashHost: Sendable {
    private let desk: Desk
    private let server: LoopbackServer

    var origin: String { server.origin }

    /// - Parameter outliving: Whether what it sends arrives also when the process is killed that asked for it.
    init(outliving: Bool) throws(ServerError) {
        let desk = Desk(outliving: outliving)
        self.desk = desk
        server = try LoopbackServer(observer: { desk.note($0) }, bodyObserver: { desk.note($0, $1) })
        let origin = server.origin
        server.routeOthers { desk.site.response(to: $0, origin: origin) }
    }

    func stop() { server.stop() }

    /// Whom the next requests are from.
    func watch(_ killer: KillSwitch?) { desk.watch(killer) }

    /// Whom it serves is about to be killed: what is on its way does not arrive any more.
    func noteKill() { desk.noteKill(InFlight(server: server.port), withEngine: false) }

    /// What goes on beside it is about to be killed too.
    func noteEngineKill() { desk.noteKill(InFlight(server: server.port), withEngine: true) }

    var site: CrashSite {
        get { desk.site }
        set { desk.site = newValue }
    }

    var ledger: TransferLedger {
        get { desk.ledger }
        set { desk.ledger = newValue }
    }
}

/// What the threads of a host share.
private final class Desk: Sendable {
    private struct State {
        var site = CrashSite()
        var ledger = TransferLedger()
        var killer: KillSwitch?
        /// Whether that was killed.
        var isKilled = false
    }

    private let state = Mutex(State())
    private let outliving: Bool

    init(outliving: Bool) { self.outliving = outliving }

    var site: CrashSite {
        get { state.withLock { $0.site } }
        set { state.withLock { $0.site = newValue } }
    }

    var ledger: TransferLedger {
        get { state.withLock { $0.ledger } }
        set { state.withLock { $0.ledger = newValue } }
    }

    func watch(_ killer: KillSwitch?) {
        state.withLock { state in
            state.killer = killer
            state.isKilled = false
        }
    }

    func noteKill(_ flight: @autoclosure () -> InFlight, withEngine: Bool) {
        guard withEngine || !outliving else { return }
        state.withLock { state in
            state.isKilled = true
            state.ledger.lose(flight())
        }
    }

    func note(_ record: RequestRecord) {
        let killer = state.withLock { state in
            if let medium = state.site.media[record.path] {
                state.ledger.begin(record, version: medium.version)
            }
            return state.killer
        }
        killer?.noteRequest(record.path)
    }

    func note(_ record: RequestRecord, _ count: Int) {
        let killer = state.withLock { state in
            if !state.isKilled { state.ledger.add(count, port: record.peerPort) }
            return state.killer
        }
        killer?.notePiece(record.path)
    }
}
