import CogArena
import Synchronization

/// Whom changes of outside models concern, gathered on whatever thread until a turn takes them in.
///
/// A model tells all who follow it before it goes on. One turn for all of them lets nobody see the
/// new value through one state and the old through another (READ-4).
final class ModelChanges: Sendable {
    /// One run of a row or a reaction.
    struct Run {
        let slot: Slot
        let serial: UInt64
    }

    private let waiting = Mutex<[Run]>([])

    /// - Returns: Whether nothing waited before, so that a turn has to be asked for.
    func add(_ run: Run) -> Bool {
        waiting.withLock { waiting in
            waiting.append(run)
            return waiting.count == 1
        }
    }

    func takeAll() -> [Run] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
