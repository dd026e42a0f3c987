/// One transition of a run, told as it happens. Rule: SVC-8.
public struct ServiceEvent: Sendable, CustomStringConvertible {
    /// What happened.
    public enum Kind: Sendable {
        /// A service's start is about to be called.
        case startBegan(AnyServiceKey)
        case started(AnyServiceKey)
        /// A start threw, or overran its time.
        case startFailed(AnyServiceKey, any Error)
        /// A start that was told to end did.
        case startCancelled(AnyServiceKey)
        /// A cancelled start did not end within its grace and is no longer waited for.
        case startAbandoned(AnyServiceKey)
        /// An abandoned start completed after all; its value is stopped next.
        case startedLate(AnyServiceKey)
        /// A service's long-running work returned, or answered its cancellation.
        case workEnded(AnyServiceKey)
        /// A service's long-running work threw.
        case workFailed(AnyServiceKey, any Error)
        /// A service's long-running work will begin again.
        case workRestarts(AnyServiceKey, after: Duration)
        /// Everything has started, and the body is about to run.
        case bodyBegan
        /// Something ended the run before its body did.
        case cancelled(CancellationCause)
        /// A second signal left the run no more time than its grace.
        case hurried
        /// The body returned or threw; the reason is what the stops will be told.
        case bodyEnded(Exit.Reason)
        /// A service's stop is about to be called.
        case stopBegan(AnyServiceKey, Exit)
        case stopped(AnyServiceKey)
        case stopFailed(AnyServiceKey, any Error)
        /// A stop's time was up, and it was cancelled.
        case stopTimedOut(AnyServiceKey)
        /// A cancelled stop did not end within its grace and is no longer waited for.
        case stopAbandoned(AnyServiceKey)
        /// The budget did not reach this service's stop.
        case skipped(AnyServiceKey)
        /// The run's last event. Only what it names as abandoned may be told after it.
        case report(ServiceReport)
    }

    /// When it happened, counted from the run's beginning.
    public let time: Duration
    /// What happened.
    public let kind: Kind

    public var description: String { "\(time.inSeconds): \(kind)" }
}

extension ServiceEvent.Kind: CustomStringConvertible {
    public var description: String {
        switch self {
        case .startBegan(let key): "\(key) starts"
        case .started(let key): "\(key) started"
        case .startFailed(let key, let error): "\(key) did not start: \(error)"
        case .startCancelled(let key): "\(key)’s start was cancelled"
        case .startAbandoned(let key): "\(key)’s start was abandoned"
        case .startedLate(let key): "\(key) started late"
        case .workEnded(let key): "\(key)’s work ended"
        case .workFailed(let key, let error): "\(key)’s work failed: \(error)"
        case .workRestarts(let key, let wait): "\(key)’s work restarts after \(wait)"
        case .bodyBegan: "body begins"
        case .cancelled(let cause): "cancelled by \(cause)"
        case .hurried: "hurried"
        case .bodyEnded(let reason): "body ended: \(reason)"
        case .stopBegan(let key, let exit): "\(key) stops (\(exit))"
        case .stopped(let key): "\(key) stopped"
        case .stopFailed(let key, let error): "\(key)’s stop failed: \(error)"
        case .stopTimedOut(let key): "\(key)’s stop timed out"
        case .stopAbandoned(let key): "\(key)’s stop was abandoned"
        case .skipped(let key): "\(key)’s stop was skipped"
        case .report(let report): "\(report)"
        }
    }
}
