/// In which order a run stops its services. Rules: SVC-5, SVC-6.
public enum StopOrder: Sendable {
    /// One at a time, in the reverse of the order in which their starts completed.
    case sequential
    /// Each as soon as all that need it have stopped.
    case concurrent
}
