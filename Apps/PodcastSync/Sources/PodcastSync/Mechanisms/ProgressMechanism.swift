import CogGraph
import CogMechanisms
import Foundation

/// Shows how far the run is: on a terminal ten times in a second at most, elsewhere twice in a minute, and to
/// other processes once in a second.
struct ProgressMechanism: Mechanism {
    private static let plainInterval: TimeInterval = 30

    let writer: StatusWriter
    let environment: Environment

    func operate(_ m: MechanismController) {
        let (writer, now) = (writer, environment.now)
        var noted = RateMeter()
        m.watch(runProgressCog, initial: .run, pace: .throttle(.seconds(1)), name: "note") { _, progress in
            writer.note(progress, rate: noted.rate(at: now(), bytes: progress.bytes))
        }
        guard let isInteractive = writer.terminal?.isInteractive else { return }
        let begin = now()
        var shown = RateMeter()
        let pace: Duration = isInteractive ? .milliseconds(100) : .seconds(Self.plainInterval)
        m.watch(runProgressCog, initial: .run, pace: .throttle(pace), name: "show") { _, progress in
            let time = now()
            let text = progress.text(rate: shown.rate(at: time, bytes: progress.bytes))
            // A run that is soon over has only its answer to say.
            let isSoon = !isInteractive && time.timeIntervalSince(begin) < Self.plainInterval
            if !text.isEmpty, !isSoon { writer.show(text) }
        }
    }
}
