/// Why a download that came is nobody's (POD-13).
public enum Unclaimed: String, Hashable, Sendable {
    /// No episode of the library has it: its feed may have been unsubscribed.
    case unknown
    /// The file is here already.
    case here
    /// The user or a policy does not want it any more.
    case unwanted
    /// A pattern of its policy cannot decide whether it is wanted.
    case undecided
}
