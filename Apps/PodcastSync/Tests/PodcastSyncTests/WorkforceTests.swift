import Testing

@testable import PodcastSync

@Suite("A workforce")
struct WorkforceTests {
    private struct Job: Identifiable, Sendable { let id: Int }

    private enum Event: Equatable {
        case began(Int)
        case cancelled(Int)
    }

    /// Works until cancelled, and tells when it began and when it was.
    private func workforce() -> Workforce<Job, Event> {
        Workforce { job, report in
            let (never, end) = AsyncStream<Never>.makeStream()
            report(.began(job.id))
            for await _ in never {}
            end.finish()
            report(.cancelled(job.id))
        }
    }

    @Test("It starts what is wanted and cancels what is not wanted any more")
    func reconciles() async {
        let workforce = workforce()
        var events = workforce.events.makeAsyncIterator()
        workforce.reconcile([Job(id: 1)])
        #expect(await events.next() == .began(1))
        workforce.reconcile([Job(id: 2)])
        let both = [await events.next(), await events.next()]
        #expect(both.contains(.cancelled(1)) && both.contains(.began(2)))
        await workforce.stop()
        #expect(await events.next() == .cancelled(2))
        #expect(await events.next() == nil)
    }

    @Test("Stopping returns once every job has ended, and nothing begins afterwards")
    func stops() async {
        let workforce = workforce()
        workforce.reconcile((1...20).map(Job.init))
        await workforce.stop()
        workforce.reconcile([Job(id: 21)])
        var ended = 0
        for await event in workforce.events {
            if case .cancelled = event { ended += 1 }
            #expect(event != .began(21))
        }
        #expect(ended == 20)
    }
}
