import StoicServices

/// What really happened to one service, as opposed to what the machine believes.
struct Truth {
    /// One run of its start or stop.
    struct Life {
        var began: Duration?
        var cancelled: Duration?
        var abandoned: Duration?
        var ended: Duration?
        var fault: Fault?

        var isRunning: Bool { began != nil && ended == nil }
        var isAwaited: Bool { isRunning && abandoned == nil }
    }

    var start = Life()
    var stop = Life()
    /// The how-manieth start it was that ended in time.
    var place = 0
    /// Whether its start was cancelled by its own time limit.
    var isTimedOut = false
    var isSkipped = false
    /// Whether nothing but its own time limited its stop.
    var isFree = false

    var isWorking = false
    /// Whether its work was told to end for itself, there being no stop to wait for it.
    var isWorkCancelled = false
    var isBackingOff = false
    var restarts: [Duration] = []
    var workFault: Fault?

    var hasStarted: Bool { start.ended != nil && start.fault == nil }
    /// Whether it is stopped beside the others, its start having been abandoned.
    var isStray: Bool { start.abandoned != nil }
    /// Whether it waits to be stopped in its turn.
    var isPending: Bool { hasStarted && !isStray && stop.began == nil && !isSkipped }
    /// Whether code of it, or its value, may use what it needs.
    var isLive: Bool { start.isRunning || hasStarted && stop.ended == nil && !isSkipped }
    /// Whether one that it needs has to wait with its stop.
    var isAwaited: Bool { start.isAwaited || isPending || stop.isAwaited && !isStray }
}

/// An error, made comparable.
indirect enum Fault: Hashable {
    case thrown(Code)
    case cancellation
    case startTimedOut(Duration)
    case stopTimedOut(Duration, Fault?)
    case exhausted
    case unknown(String)

    init(_ error: any Error) {
        switch error {
        case let error as Thrown: self = .thrown(error.code)
        case is CancellationError: self = .cancellation
        case let error as StartTimedOut: self = .startTimedOut(error.after)
        case let error as StopTimedOut: self = .stopTimedOut(error.after, error.error.map { Fault($0) })
        case is RestartsExhausted: self = .exhausted
        default: self = .unknown("\(error)")
        }
    }
}

/// A service's outcome, made comparable.
enum Fate: Hashable {
    case notStarted, startCancelled, startAbandoned, stopped, stopAbandoned, skipped
    case startFailed(Fault)
    case stopFailed(Fault)

    init(_ outcome: ServiceReport.Outcome) {
        self =
            switch outcome {
            case .notStarted: .notStarted
            case .startCancelled: .startCancelled
            case .startFailed(let error): .startFailed(Fault(error))
            case .startAbandoned: .startAbandoned
            case .stopped: .stopped
            case .stopFailed(let error): .stopFailed(Fault(error))
            case .stopAbandoned: .stopAbandoned
            case .skipped: .skipped
            }
    }
}

/// What ended a run, made comparable.
enum Cause: Hashable {
    case completed
    case failed(Fault)
    case cancelled(CancellationCause)

    init(_ reason: Exit.Reason) {
        self =
            switch reason {
            case .completed: .completed
            case .failed(let error): .failed(Fault(error))
            case .cancelled(let cause): .cancelled(cause)
            }
    }
}
