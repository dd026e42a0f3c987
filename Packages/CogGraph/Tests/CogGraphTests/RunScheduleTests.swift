import Testing

@testable import CogGraph

@MainActor
@Suite("Which runs wait, go on and count")
struct RunScheduleTests {
    @Test("ASYNC-1: with .latest a run counts no more once another is chosen, though that starts later")
    func latest() throws {
        var schedule = RunSchedule(.latest)
        let first = schedule.select().new
        _ = schedule.start()
        #expect(schedule.counts(first))
        let second = schedule.select().new
        #expect(!schedule.counts(first))
        #expect(!schedule.counts(second))
        let next = schedule.start()
        let (started, superseded) = try #require(next)
        #expect(started == second)
        #expect(superseded.all == [first])
        #expect(schedule.counts(second))
    }

    @Test(
        "ASYNC-1: the other policies let what runs count until it ends",
        arguments: [
            RunSchedule.Policy.queue, .exhaustLatest, .merged,
        ])
    func others(policy: RunSchedule.Policy) {
        var schedule = RunSchedule(policy)
        let first = schedule.select().new
        _ = schedule.start()
        _ = schedule.select()
        #expect(schedule.counts(first))
        schedule.end(first)
        #expect(!schedule.counts(first))
    }

    @Test("ASYNC-8: a queue of any length keeps its order while it is used up and filled", arguments: 0..<4)
    func queue(pattern: Int) throws {
        var schedule = RunSchedule(.queue)
        var (waiting, chosen) = ([AsyncRun](), 0)
        for step in 0..<2_000 {
            if chosen < 1_000, step % (pattern + 2) != 0 || waiting.isEmpty {
                waiting.append(schedule.select().new)
                chosen += 1
            } else if !waiting.isEmpty {
                #expect(schedule.canStart)
                let next = schedule.start()
                let started = try #require(next).started
                #expect(started == waiting.removeFirst())
                #expect(!schedule.canStart)
                schedule.end(started)
            }
        }
        #expect(schedule.rejectWaiting().all == waiting)
        #expect(!schedule.canStart)
    }
}

extension RunList {
    fileprivate var all: [AsyncRun] {
        var all: [AsyncRun] = []
        visit { all.append($0) }
        return all
    }
}
