import Foundation
import PodcastFeeds
import PodcastModel
import PodcastTransfer

/// Decides what a failure holds up, and until when (POD-9, POD-10).
struct Rest: Sendable {
    let now: @Sendable () -> Date
    private let backoff: Backoff
    /// How many failures in a row are excused by what the host asks for: one that always asks for a
    /// second would be asked every second.
    private static let excused = 3

    init(_ environment: Environment) {
        now = environment.now
        backoff = Backoff(random: environment.random)
    }

    /// What a host asks for by its answer, or asked for before a redirect led there: 429 or 503 with a
    /// Retry-After that lies ahead.
    func pause(after error: TransferError) -> HostPause? {
        if case .paused(let url, let until) = error, let host = URL(string: url)?.hostAndPort {
            return HostPause(host: host, until: until)
        }
        guard case .status(let status, let url, let text?) = error, status == 429 || status == 503,
            let host = URL(string: url)?.hostAndPort, let until = moment(text)
        else { return nil }
        return HostPause(host: host, until: until)
    }

    /// When what failed may be tried again.
    ///
    /// - Parameter failures: In a row, this one too.
    func nextAttempt(afterFailures failures: Int, pause: HostPause?) -> Date {
        let end = now().addingTimeInterval(backoff.delay(afterFailures: failures))
        guard let pause else { return end }
        return failures > Self.excused ? max(end, pause.until) : pause.until
    }

    /// The moment of a Retry-After: seconds from now, or a date; nil when it is not ahead.
    private func moment(_ text: String) -> Date? {
        let text = text.trimmingCharacters(in: .whitespaces)
        let now = now()
        let rest: TimeInterval? =
            if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
                TimeInterval(text)
            } else {
                FeedDate.parse(text)?.timeIntervalSince(now)
            }
        guard let rest, rest > 0 else { return nil }
        return now.addingTimeInterval(min(rest, HostPause.longest))
    }
}
