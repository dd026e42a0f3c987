import CogGraph
import CogMechanisms

fileprivate let _isLoggedInCog = Cog<Bool>.Manual { false }
fileprivate let _pendingUploadsCog = Cog<[String]>.Manual { [] }
fileprivate let _heartbeatsCog = Cog<Int>.Manual { 0 }
let isLoggedInCog = _isLoggedInCog.readOnly
let pendingUploadsCog = _pendingUploadsCog.readOnly
let heartbeatsCog = _heartbeatsCog.readOnly

@MainActor
final class UploadSync {
    private(set) var queued: [[String]] = []

    func enqueue(_ uploads: [String]) { queued.append(uploads) }
}

struct SessionMechanism: Mechanism {
    var sync: UploadSync
    var clock: any Clock<Duration> = ContinuousClock()

    func operate(_ m: MechanismController) {
        m.scope(isLoggedInCog, name: "session") { s in
            s.watch(pendingUploadsCog, initial: .run) { _, uploads in
                sync.enqueue(uploads)
            }
            s.task(name: "heartbeat") { [weak s] in
                while true {
                    try await clock.sleep(for: .seconds(30))
                    guard let s else { return }
                    await s.sendHeartbeat()
                }
            }
        }
    }
}

extension CogOps {
    func sendHeartbeat() async {
        turn { c in c[_heartbeatsCog] += 1 }
    }

    func logIn() {
        turn(_isLoggedInCog, to: true)
    }

    func logOut() {
        turn(_isLoggedInCog, to: false)
    }

    func add(upload: String) {
        turn { c in c[_pendingUploadsCog].append(upload) }
    }
}
