/// Where one service of a run stands.
struct ServiceRecord: Sendable {
    enum State {
        case waiting
        case starting(isCancelled: Bool)
        case startAbandoned
        case started
        case stopping(isCancelled: Bool)
        case stopAbandoned
        case ended

        var isStarted: Bool { if case .started = self { true } else { false } }
    }

    enum Work { case none, running, backingOff, ended }

    var state = State.waiting
    var work = Work.none
    /// When its work was restarted within the policy's window.
    var restarts: [Duration] = []
    var restartCount = 0
    var workError: (any Error)?
    var outcome = ServiceReport.Outcome.notStarted
    var late: ServiceReport.Outcome?
    /// Whether its start overran its time: what becomes of it after is its late outcome.
    var isLate = false
    /// Whether it is stopped beside the others, because its start was abandoned.
    var isStrayStop = false
    /// When a cancelled start, or a stop, is no longer waited for.
    var limit = Duration.zero
    /// When its stop is cancelled.
    var stopDeadline = Duration.zero
    /// When its stop was cancelled.
    var cancelledAt: Duration?
    var startBegan: Duration?
    var startEnded: Duration?
    var stopBegan: Duration?
    var stopEnded: Duration?

    /// Whether code of it may run although nobody waits for it.
    var isStray: Bool {
        switch state {
        case .startAbandoned, .stopAbandoned: true
        case .stopping: isStrayStop
        default: false
        }
    }

    /// Whether code of it may run that the run does not wait for.
    var mayStillRun: Bool {
        switch (state, work) {
        case (.startAbandoned, _), (.stopAbandoned, _), (.ended, .running): true
        default: false
        }
    }

    mutating func settle(_ end: ServiceReport.Outcome) {
        if isLate { late = end } else { outcome = end }
    }
}
