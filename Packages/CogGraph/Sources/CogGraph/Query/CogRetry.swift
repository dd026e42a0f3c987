/// How often a run that failed is tried again, and how long it waits before that, on the context's clock
/// (QUERY-1).
///
/// The wait before the second attempt is `base`, and each later one is `factor` times the one before, `cap`
/// at most; jitter shortens each by a random part of it, so that those that failed together do not come
/// back together. A stream's attempts are counted anew from each element. Meanwhile the status says what it
/// said: only the last attempt's error is published.
public struct CogRetry: Sendable {
    let attempts: Int
    let base: Double
    let factor: Double
    let cap: Double
    let jitter: Double
    let random: @Sendable () -> Double
    let isWorthwhile: @Sendable (any Error) -> Bool

    /// Traps unless there is an attempt at least, no length is negative, `factor` is one at least, and
    /// `jitter` is between zero and one.
    ///
    /// - Parameters:
    ///   - attempts: How many there are in all, the first one too.
    ///   - base: The first wait.
    ///   - factor: How much longer each wait is than the one before.
    ///   - cap: The longest wait.
    ///   - jitter: The part of a wait that chance may take off it.
    ///   - random: Gives numbers from zero to below one; the system's unless given.
    ///   - isWorthwhile: Whether an error may go away by itself; every one but a `CancellationError`
    ///     unless given.
    public init(
        attempts: Int, base: Duration = .seconds(1), factor: Double = 2, cap: Duration = .seconds(30),
        jitter: Double = 0.5, random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        if isWorthwhile: @escaping @Sendable (any Error) -> Bool = { !($0 is CancellationError) }
    ) {
        let problems = [
            attempts < 1 ? "attempts: \(attempts) makes none; give 1 at least" : nil,
            base < .zero || cap < .zero ? "base and cap are lengths of time; give none below zero" : nil,
            factor >= 1 ? nil : "factor: \(factor) makes waits shorter; give 1 at least",
            (0...1).contains(jitter) ? nil : "jitter: \(jitter) is no part of a wait; give 0 to 1",
        ].compactMap(\.self)
        if !problems.isEmpty {
            fatalError("CogGraph: a CogRetry cannot be so: \(problems.joined(separator: "; ")).")
        }
        self.attempts = attempts
        self.base = base.inSeconds
        self.factor = factor
        self.cap = cap.inSeconds
        self.jitter = jitter
        self.random = random
        self.isWorthwhile = isWorthwhile
    }

    /// How long to wait after so many failures in a row, of which `error` is the latest; nil to give up.
    func wait(after failures: Int, of error: any Error) -> Duration? {
        guard failures < attempts, isWorthwhile(error) else { return nil }
        var seconds = min(base, cap)
        var count = 1
        // A wait that has reached the cap, or that does not grow, stays as it is.
        while count < failures, seconds < cap, seconds > 0, factor > 1 {
            seconds = min(seconds * factor, cap)
            count += 1
        }
        return .seconds(seconds * (1 - jitter * random()))
    }
}

extension Duration {
    fileprivate var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
