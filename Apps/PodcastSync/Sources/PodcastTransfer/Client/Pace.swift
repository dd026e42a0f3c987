/// Ends a transfer whose host sends next to nothing.
///
/// The idle time of the session begins anew with every byte: a host that lets one drop now and then would hold
/// its place, and the run, for ever.
struct Pace: Sendable {
    /// What has to come of a body in one window.
    static let least: Int64 = 4096
    static let window = Duration.seconds(60)

    let clock: any Clock<Duration>

    /// Looks after an exchange until it is cancelled. What waits for its head is the session's to end.
    func watch(_ exchange: Exchange) async {
        var before: Int64?
        while true {
            do { try await clock.sleep(for: Self.window) } catch { return }
            let now = exchange.bodyBytes
            if let before, let now, now - before < Self.least { return exchange.stopForPace() }
            before = now
        }
    }
}
