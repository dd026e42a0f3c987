/// Whether and when a service's long-running work is begun again after it ended. Rule: SVC-12.
public struct RestartPolicy: Hashable, Sendable {
    /// Which ends are followed by a restart.
    enum Occasion: Hashable, Sendable { case never, failure, always }

    let occasion: Occasion
    let limit: Int
    let window: Duration
    let backoff: Backoff

    /// Work that ends stays ended; its failure ends the run.
    public static var never: RestartPolicy {
        RestartPolicy(occasion: .never, limit: 0, window: .zero, backoff: .none)
    }

    /// Work that throws is begun again; work that returns stays ended.
    ///
    /// - Parameters:
    ///   - limit: How many restarts are in order within `window`; one more failure ends the run.
    ///   - window: The time over which restarts are counted.
    ///   - backoff: How long each restart waits, on the run's clock.
    public static func onFailure(
        atMost limit: Int = 3, in window: Duration = .seconds(60), backoff: Backoff = .none
    ) -> RestartPolicy {
        RestartPolicy(occasion: .failure, limit: limit, window: window, backoff: backoff)
    }

    /// Work is begun again however it ended.
    ///
    /// - Parameters:
    ///   - limit: How many restarts are in order within `window`; one more end ends the run.
    ///   - window: The time over which restarts are counted.
    ///   - backoff: How long each restart waits, on the run's clock.
    public static func always(
        atMost limit: Int = 3, in window: Duration = .seconds(60), backoff: Backoff = .none
    ) -> RestartPolicy {
        RestartPolicy(occasion: .always, limit: limit, window: window, backoff: backoff)
    }
}

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

/// Work that is to run always kept ending, without an error to tell. Rule: SVC-12.
public struct RestartsExhausted: Error, Hashable, CustomStringConvertible {
    /// How many restarts were in order.
    public let limit: Int
    /// Within what time.
    public let window: Duration

    public var description: String { "ended again after \(limit) restarts within \(window)" }
}
