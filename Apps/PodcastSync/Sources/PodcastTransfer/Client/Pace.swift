/// Tells that the host of a transfer sends next to nothing.
///
/// Idle times begin anew with every byte: a host that lets one drop now and then would hold its place, and the
/// run, for ever.
struct Pace: Sendable {
    /// What has to come of a body in one window.
    static let least: Int64 = 4096
    static let window = Duration.seconds(60)

    let clock: any Clock<Duration>

    /// Returns once too little of a body came in one window, or when it is cancelled.
    ///
    /// - Parameter bodyBytes: How much of it came; nil before its head, which is for an idle time to end.
    /// - Returns: Whether too little came.
    func isTooSlow(_ bodyBytes: () -> Int64?) async -> Bool {
        var before: Int64?
        while true {
            do { try await clock.sleep(for: Self.window) } catch { return false }
            let now = bodyBytes()
            if let before, let now, now - before < Self.least { return true }
            before = now
        }
    }
}
