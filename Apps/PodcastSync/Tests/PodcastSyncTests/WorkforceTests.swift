import RandomPrograms
import Testing

@testable import PodcastSync

@Suite("A workforce")
struct WorkforceTests {
    private struct Job: Identifiable, Sendable {
        let id: Int
        var part = 0
    }

    private enum Event: Equatable {
        case began(Int, part: Int = 0)
        case ended(Int, part: Int = 0)
    }

    /// Works until cancelled, and tells when it began and when it ended.
    private func workforce(drop: @escaping @Sendable (Job) async -> Void = { _ in }) -> Workforce<Job, Event>
    {
        Workforce(
            { job, report in
                let (never, end) = AsyncStream<Never>.makeStream()
                report(.began(job.id, part: job.part))
                for await _ in never {}
                end.finish()
                report(.ended(job.id, part: job.part))
            }, drop: drop)
    }

    @Test("A job is done as long as its task is not cancelled, and the task ends with it")
    func performs() async {
        let workforce = workforce()
        var events = workforce.events.makeAsyncIterator()
        let (first, second) = (
            Task { await workforce.perform(Job(id: 1)) }, Task { await workforce.perform(Job(id: 2)) }
        )
        let both = [await events.next(), await events.next()]
        #expect(both.contains(.began(1)) && both.contains(.began(2)))
        first.cancel()
        await first.value
        #expect(await events.next() == .ended(1))
        await workforce.stop()
        await second.value
        #expect(await events.next() == .ended(2))
        #expect(await events.next() == nil)
    }

    @Test("A job that is cancelled and wanted again begins once it has ended")
    func again() async {
        let workforce = workforce()
        var events = workforce.events.makeAsyncIterator()
        for part in 0..<3 {
            let task = Task { await workforce.perform(Job(id: 1, part: part)) }
            #expect(await events.next() == .began(1, part: part))
            task.cancel()
            // It is not waited for: the next one is, by the workforce.
            let next = Task { await workforce.perform(Job(id: 1, part: part + 10)) }
            #expect(await events.next() == .ended(1, part: part))
            #expect(await events.next() == .began(1, part: part + 10))
            next.cancel()
            await next.value
            #expect(await events.next() == .ended(1, part: part + 10))
        }
        await workforce.stop()
    }

    @Test(
        "POD-14: a job that is not wanted any more is dropped after its end; one that the stop ended is not")
    func drops() async {
        let (dropped, drop) = AsyncStream<Int>.makeStream()
        let workforce = workforce { drop.yield($0.id) }
        var events = workforce.events.makeAsyncIterator()
        let tasks = (1...2).map { id in Task { await workforce.perform(Job(id: id)) } }
        for _ in tasks { _ = await events.next() }
        tasks[0].cancel()
        await tasks[0].value
        await workforce.stop()
        tasks[1].cancel()
        drop.finish()
        var all: [Int] = []
        for await id in dropped { all.append(id) }
        #expect(all == [1])
    }

    @Test("A job that is not wanted any more before it began is dropped all the same")
    func dropsWhatNeverBegan() async {
        let (dropped, drop) = AsyncStream<Int>.makeStream()
        let workforce = workforce { drop.yield($0.id) }
        let task = Task { await workforce.perform(Job(id: 1)) }
        task.cancel()
        var iterator = dropped.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        await workforce.stop()
    }

    @Test("Stopping returns once every job has ended, and nothing begins afterwards")
    func stops() async {
        let workforce = workforce()
        let tasks = (1...20).map { id in Task { await workforce.perform(Job(id: id)) } }
        var (events, left) = (workforce.events.makeAsyncIterator(), 20)
        while left > 0, await events.next() != nil { left -= 1 }
        await workforce.stop()
        #expect(workforce.isOver)
        await workforce.perform(Job(id: 21))
        for task in tasks { await task.value }
        var ended = 0
        while let event = await events.next() {
            if case .ended = event { ended += 1 }
            #expect(event != .began(21))
        }
        #expect(ended == 20)
    }

    @Test("Whatever is wanted and let go of in whatever order, one job of an identity runs at a time")
    func programs() async {
        let workforce = Workforce<Job, Event> { job, report in
            report(.began(job.id))
            await Task.yield()
            report(.ended(job.id))
        }
        var random = SplitMix(seed: 7)
        var wholes = 0
        await withTaskGroup(of: Void.self) { group in
            for part in 0..<2_000 {
                let id = Int.random(in: 0..<5, using: &random)
                let isCut = Bool.random(using: &random)
                if !isCut { wholes += 1 }
                group.addTask {
                    let task = Task { await workforce.perform(Job(id: id, part: part)) }
                    if isCut { task.cancel() }
                    await task.value
                }
            }
        }
        await workforce.stop()
        var running: Set<Int> = []
        var ended = 0
        for await event in workforce.events {
            switch event {
            case .began(let id, _): #expect(running.insert(id).inserted, "job \(id) runs twice")
            case .ended(let id, _):
                #expect(running.remove(id) != nil)
                ended += 1
            }
        }
        #expect(running.isEmpty)
        #expect(ended >= wholes)
    }
}
