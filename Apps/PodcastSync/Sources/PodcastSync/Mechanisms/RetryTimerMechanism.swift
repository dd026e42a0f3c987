import CogGraph
import CogMechanisms
import Foundation

/// Moves the graph's time on when something that waits becomes due (POD-9, POD-10).
struct RetryTimerMechanism: Mechanism {
    /// The clock on the wall may be set while the timer sleeps by another: it looks this often.
    nonisolated static let longestSleep: TimeInterval = 600

    let environment: Environment

    func operate(_ m: MechanismController) {
        let environment = environment
        m.scope(nextTickCog, name: "wait") { due, s in
            s.task(name: "sleep") { [weak s] in
                // Set back, the clock makes the time longer: what was to pass has passed all the same.
                var left = due.timeIntervalSince(environment.now())
                while left > 0 {
                    let rest = min(left, Self.longestSleep)
                    try await environment.clock.sleep(for: .seconds(rest))
                    left = min(left - rest, due.timeIntervalSince(environment.now()))
                }
                s?.tick(environment.now())
            }
        }
    }
}
