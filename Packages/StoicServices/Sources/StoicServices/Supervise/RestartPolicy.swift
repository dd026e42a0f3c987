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
