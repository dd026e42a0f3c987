/// What ended a run before its body did. Rule: SVC-1.
public enum CancellationCause: Hashable, Sendable, CustomStringConvertible {
    /// The task that called `run` was cancelled.
    case caller
    /// The time granted to the work ran out.
    case deadline
    /// The system is about to suspend or end the process.
    case systemExpiring
    /// The process received this signal.
    case signal(Int32)
    /// This service did not start.
    case startFailed(AnyServiceKey)
    /// The long-running work of this service failed, and was not to be restarted any more.
    case workFailed(AnyServiceKey)

    public var description: String {
        switch self {
        case .caller: "its caller"
        case .deadline: "its deadline"
        case .systemExpiring: "the system, which is expiring its time"
        case .signal(let number): "\(Signal(rawValue: number))"
        case .startFailed(let key): "the failed start of “\(key)”"
        case .workFailed(let key): "the failed work of “\(key)”"
        }
    }
}
