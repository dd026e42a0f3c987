/// A clock without its type: time since the run's beginning. Rule: SVC-9.
struct RunClock: Sendable {
    let now: @Sendable () -> Duration
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
        sleep = { deadline in
            // Clocks count in narrower types than Duration; this is a hundred years.
            let nearest = min(deadline, .seconds(3_153_600_000))
            try await clock.sleep(until: origin.advanced(by: nearest), tolerance: nil)
        }
    }
}
