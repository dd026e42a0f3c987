import PodcastSync
import Testing

@Suite("How long a failed download rests")
struct BackoffTests {
    @Test("POD-10: it doubles from a minute to a day, and chance takes at most half of it")
    func delays() {
        let shortest = Backoff { 0 }
        let longest = Backoff { 1 }
        let failures = [1, 2, 3, 12, 40, Int.max]
        let short: [Double] = failures.map { shortest.delay(afterFailures: $0) }
        let long: [Double] = failures.map { longest.delay(afterFailures: $0) }
        #expect(short == [30, 60, 120, 43_200, 43_200, 43_200])
        #expect(long == [60, 120, 240, 86_400, 86_400, 86_400])
        #expect(longest.delay(afterFailures: 0) == 60)
    }
}
