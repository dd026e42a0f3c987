/// What a reader of `values(of:)` that is slower than the turns misses (EXP-1).
public enum CogBuffering: Hashable, Sendable {
    /// The oldest of more than this many values that wait.
    case newest(Int)
    /// The newest of more than this many values that wait.
    case oldest(Int)
    /// Nothing: what waits is unbounded.
    case unbounded
}
