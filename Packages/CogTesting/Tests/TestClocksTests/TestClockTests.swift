import TestClocks
import Testing

struct TestClockTests {
    @Test("TEST-1, TEST-5: A wait acknowledges exactly one registration, and an earlier one counts")
    func acknowledgesOneRegistrationAtATime() async throws {
        let clock = TestClock()
        let first = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.waitForScheduledSleep()
        let waiting = Task { try await clock.waitForScheduledSleep() }
        let second = Task { try await clock.sleep(for: .seconds(2)) }
        try await waiting.value
        #expect(clock.sleeperCount == 2)
        clock.advance(by: .seconds(2))
        try await first.value
        try await second.value
        #expect(clock.sleeperCount == 0)
    }

    @Test("TEST-1: A sleep wakes at its deadline and not before")
    func wakesAtTheDeadline() async throws {
        let clock = TestClock()
        let sleep = Task { try await clock.sleep(for: .seconds(2)) }
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(1))
        #expect(clock.sleeperCount == 1)
        clock.advance(to: .init(offset: .seconds(2)))
        try await sleep.value
        #expect(clock.now.offset == .seconds(2))
    }

    @Test("TEST-1: A sleep that is already due returns at once and registers nothing")
    func dueSleepReturns() async throws {
        let clock = TestClock()
        try await clock.sleep(for: .zero)
        clock.finish()
        await #expect(throws: CancellationError.self) { try await clock.waitForScheduledSleep() }
    }

    @Test("TEST-1: A cancelled sleep is removed and throws CancellationError")
    func cancelledSleepIsRemoved() async throws {
        let clock = TestClock()
        let sleep = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.waitForScheduledSleep()
        sleep.cancel()
        await #expect(throws: CancellationError.self) { try await sleep.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test("TEST-1: finish ends every sleep, now and later")
    func finishEndsEverySleep() async throws {
        let clock = TestClock()
        let sleep = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.waitForScheduledSleep()
        clock.finish()
        await #expect(throws: CancellationError.self) { try await sleep.value }
        await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
    }

    @MainActor
    @Test("TEST-1: Sleeps of one actor go on by their deadlines, and those with one as they were registered")
    func order() async throws {
        // As often as it takes for chance to bring them out of order where nothing holds them in it.
        for _ in 0..<1_000 {
            let clock = TestClock()
            var woken: [String] = []
            var sleeps: [Task<Void, any Error>] = []
            for (name, seconds) in [("late", 3), ("first", 1), ("second", 1), ("middle", 2)] {
                sleeps.append(
                    Task {
                        try await clock.sleep(for: .seconds(seconds))
                        woken.append(name)
                    })
                try await clock.waitForScheduledSleep()
            }
            clock.advance(by: .seconds(5))
            for sleep in sleeps { try await sleep.value }
            #expect(woken == ["first", "second", "middle", "late"])
        }
    }

    @MainActor
    @Test("TEST-1: one that is cancelled as it wakes holds up none that wakes after it")
    func cancelledAsItWakes() async throws {
        let clock = TestClock()
        let first = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.waitForScheduledSleep()
        let second = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(1))
        first.cancel()
        second.cancel()
        try await first.value
        try await second.value
        #expect(clock.sleeperCount == 0)
    }

    @MainActor
    @Test("TEST-1: finish ends who waits for a sleep, once no registration is left to acknowledge")
    func finishEndsWaits() async throws {
        let clock = TestClock()
        let wait = Task { try await clock.waitForScheduledSleep() }
        // Jobs of one actor run in order: behind this one, the wait is under way.
        await Task {}.value
        clock.finish()
        await #expect(throws: CancellationError.self) { try await wait.value }

        let other = TestClock()
        let sleep = Task { try await other.sleep(for: .seconds(1)) }
        await Task {}.value
        other.finish()
        await #expect(throws: CancellationError.self) { try await sleep.value }
        try await other.waitForScheduledSleep()
        await #expect(throws: CancellationError.self) { try await other.waitForScheduledSleep() }
    }

    @Test("TEST-5: A cancelled wait takes no registration with it")
    func cancelledWait() async throws {
        let clock = TestClock()
        let wait = Task { try await clock.waitForScheduledSleep() }
        wait.cancel()
        await #expect(throws: CancellationError.self) { try await wait.value }
        let sleep = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.waitForScheduledSleep()
        clock.finish()
        await #expect(throws: CancellationError.self) { try await sleep.value }
    }

    @Test("TEST-1: Moving a clock back traps and says what to pass instead")
    func movingBackTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            TestClock().advance(by: .seconds(-1))
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("cannot go back to"))
        #expect(text.contains("Pass an instant at or after `clock.now`"))
    }
}
