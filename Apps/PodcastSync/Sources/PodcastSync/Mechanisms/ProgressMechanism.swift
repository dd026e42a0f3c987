import CogGraph
import CogMechanisms
import Foundation

/// Shows how far the run is: on a terminal ten times in a second at most, elsewhere twice in a minute.
struct ProgressMechanism: Mechanism {
    private static let plainInterval: TimeInterval = 30

    let terminal: Terminal
    let environment: Environment

    func operate(_ m: MechanismController) {
        let (terminal, now) = (terminal, environment.now)
        let begin = now()
        var meter = RateMeter()
        let pace: Duration = terminal.isInteractive ? .milliseconds(100) : .seconds(Self.plainInterval)
        m.watch(runProgressCog, initial: .run, pace: .throttle(pace), name: "show") { _, progress in
            let time = now()
            let text = progress.text(rate: meter.rate(at: time, bytes: progress.bytes))
            // A run that is soon over has only its answer to say.
            let isSoon = !terminal.isInteractive && time.timeIntervalSince(begin) < Self.plainInterval
            if !text.isEmpty, !isSoon { terminal.show(text) }
        }
    }
}
