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

    @Test(
        "POD-14: a job that is not wanted any more is dropped after its end; one that the stop ended is not")
    func drops() async {
        let (dropped, drop) = AsyncStream<Int>.makeStream()
        let workforce = Workforce<Job, Event> { _, _ in
            let (never, end) = AsyncStream<Never>.makeStream()
            for await _ in never {}
            end.finish()
        } drop: {
            drop.yield($0.id)
        }
        workforce.reconcile([Job(id: 1), Job(id: 2)])
        workforce.reconcile([Job(id: 2)])
        await workforce.stop()
        drop.finish()
        var all: [Int] = []
        for await id in dropped { all.append(id) }
        #expect(all == [1])
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
