import StoicServices

/// An event of the observer's, made comparable; services by their place.
enum Told: Hashable {
    case startBegan(Int)
    case started(Int)
    case startCancelled(Int)
    case startAbandoned(Int)
    case startedLate(Int)
    case startFailed(Int, Fault)
    case workEnded(Int)
    case workFailed(Int, Fault)
    case workRestarts(Int, Duration)
    case bodyBegan, hurried, report
    case cancelled(CancellationCause)
    case bodyEnded(Cause)
    case stopBegan(Int)
    case stopped(Int)
    case stopTimedOut(Int)
    case stopAbandoned(Int)
    case skipped(Int)
    case stopFailed(Int, Fault)

    init(_ kind: ServiceEvent.Kind) {
        func place(_ key: AnyServiceKey) -> Int { Program.index(of: key) }
        self =
            switch kind {
            case .startBegan(let key): .startBegan(place(key))
            case .started(let key): .started(place(key))
            case .startFailed(let key, let error): .startFailed(place(key), Fault(error))
            case .startCancelled(let key): .startCancelled(place(key))
            case .startAbandoned(let key): .startAbandoned(place(key))
            case .startedLate(let key): .startedLate(place(key))
            case .workEnded(let key): .workEnded(place(key))
            case .workFailed(let key, let error): .workFailed(place(key), Fault(error))
            case .workRestarts(let key, let wait): .workRestarts(place(key), wait)
            case .bodyBegan: .bodyBegan
            case .cancelled(let cause): .cancelled(cause)
            case .hurried: .hurried
            case .bodyEnded(let reason): .bodyEnded(Cause(reason))
            case .stopBegan(let key, _): .stopBegan(place(key))
            case .stopped(let key): .stopped(place(key))
            case .stopFailed(let key, let error): .stopFailed(place(key), Fault(error))
            case .stopTimedOut(let key): .stopTimedOut(place(key))
            case .stopAbandoned(let key): .stopAbandoned(place(key))
            case .skipped(let key): .skipped(place(key))
            case .report: .report
            }
    }
}
