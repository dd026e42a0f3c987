/// What a reader of `values(of:)` that is slower than the turns misses (EXP-1).
///
/// A count below one would keep nothing, not even the current value: asking for values traps.
public enum CogBuffering: Hashable, Sendable {
    /// The oldest of more than this many values that wait.
    case newest(Int)
    /// The newest of more than this many values that wait.
    case oldest(Int)
    /// Nothing: what waits is unbounded.
    case unbounded
}
