/// How long restarts wait, by how many there were within the window. Rule: SVC-12.
public struct Backoff: Hashable, Sendable {
    private let first: Duration
    private let factor: Int
    private let most: Duration

    /// No wait.
    public static var none: Backoff { Backoff(first: .zero, factor: 1, most: .zero) }

    /// The same wait each time.
    public static func constant(_ wait: Duration) -> Backoff {
        Backoff(first: wait, factor: 1, most: wait)
    }

    /// A wait that grows by `factor` each time, up to `most`.
    public static func exponential(
        from first: Duration, factor: Int = 2, upTo most: Duration
    ) -> Backoff {
        Backoff(first: first, factor: factor, most: most)
    }

    /// The wait before the restart of this number, from 1.
    func wait(before number: Int) -> Duration {
        var wait = min(first, most)
        for _ in 1..<max(number, 1) where wait < most { wait = min(wait * factor, most) }
        return max(wait, .zero)
    }
}
