/// Work that is to run always kept ending, without an error to tell. Rule: SVC-12.
public struct RestartsExhausted: Error, Hashable, CustomStringConvertible {
    /// How many restarts were in order.
    public let limit: Int
    /// Within what time.
    public let window: Duration

    public var description: String { "ended again after \(limit) restarts within \(window)" }
}
