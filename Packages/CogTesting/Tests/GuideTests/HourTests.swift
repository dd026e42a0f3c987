import CogGraph
import CogMechanisms
import CogTesting
import Testing

private let userCog = Cog<String?>.Manual(name: "user") { nil }
private let screensCog = Cog<[String]>.Manual(name: "screens") { [] }
private let articlesCogs = CogBox<Int, String>.Manual(name: "articles") { 0 }
private let beatsCog = Cog<Int>.Manual(name: "beats") { 0 }

/// A reader of news: who is signed in is seen to be there every 20 minutes, and each open screen loads
/// its articles every 15.
private struct NewsMechanism: Mechanism {
    let desk: Desk
    let clock: any Clock<Duration>

    func operate(_ m: MechanismController) {
        m.scope(userCog, name: "session") { user, s in
            desk.hear("\(user) is here")
            s.task(name: "heartbeat") { [weak s] in
                while true {
                    try await clock.sleep(for: .seconds(20 * 60))
                    s?.beat()
                }
            }
            s.scope(each: screensCog, name: "screen") { name, screen in
                screen.task(name: "refresh") { [weak screen] in
                    while true {
                        try await clock.sleep(for: .seconds(15 * 60))
                        screen?.refreshArticles(of: name)
                    }
                }
                screen.watch(articlesCogs[name], initial: .skip, name: "notify") { _, count in
                    desk.hear("\(user) sees \(count) of \(name)")
                }
            }
        }
    }
}

extension CogOps {
    fileprivate func signIn(_ user: String) { turn(userCog, to: user) }
    fileprivate func signOut() { turn(userCog, to: nil) }
    fileprivate func open(_ screen: String) { turn { c in c[screensCog].append(screen) } }
    fileprivate func close(_ screen: String) { turn { c in c[screensCog].removeAll { $0 == screen } } }
    fileprivate func beat() { turn { c in c[beatsCog] += 1 } }
    fileprivate func refreshArticles(of screen: String) { turn { c in c[articlesCogs[screen]] += 10 } }
}

@MainActor
private final class Desk {
    private(set) var heard: [String] = []

    func hear(_ what: String) { heard.append(what) }
}

/// A day's clock, one minute after the other, with what happened in each.
@MainActor
private final class Day {
    let clock = TestClock()
    let desk = Desk()
    private(set) lazy var cogs = Cogs.forTesting(mechanisms: [NewsMechanism(desk: desk, clock: clock)])
    private var minute = 0
    private var mark = TurnMark.start
    private(set) var story: [String] = []

    /// Lets time go by, and waits in each minute for those it woke to sleep again.
    func pass(until end: Int) async throws {
        while minute < end {
            minute += 1
            let sleepers = clock.sleeperCount
            clock.advance(by: .seconds(60))
            for _ in 0..<(sleepers - clock.sleeperCount) { try await clock.waitForScheduledSleep() }
            note()
        }
    }

    /// Does something that sends so many tasks to sleep.
    func act(starting tasks: Int = 0, _ action: (Cogs) -> Void) async throws {
        action(cogs)
        for _ in 0..<tasks { try await clock.waitForScheduledSleep() }
        note()
    }

    private func note() {
        story += cogs.turns(since: mark).map { "\(minute): \($0)" }
        mark = cogs.mark
    }
}

@MainActor
@Suite("An hour of an app")
struct HourTests {
    @Test("TEST-4, TEST-5, MECH-5, MECH-9: an hour of timers, sessions and screens has exactly this history")
    func hour() async throws {
        let day = Day()
        // Ada signs in, and opens two screens.
        try await day.act(starting: 1) { $0.signIn("Ada") }
        try await day.pass(until: 2)
        try await day.act(starting: 1) { $0.open("front") }
        try await day.pass(until: 7)
        try await day.act(starting: 1) { $0.open("sports") }
        // She reads, and closes one of them before its articles are loaded a second time.
        try await day.pass(until: 25)
        try await day.act { $0.close("front") }
        // Ben takes over; the open screen and the heartbeat are his from now on, and begin anew.
        try await day.pass(until: 30)
        try await day.act(starting: 2) { $0.signIn("Ben") }
        try await day.pass(until: 55)
        try await day.act { $0.signOut() }
        #expect(day.clock.sleeperCount == 0)
        try await day.pass(until: 60)

        #expect(
            day.story == [
                "0: signIn(_:)",
                "2: open(_:)",
                "7: open(_:)",
                "17: refreshArticles(of:) of News.session.screen[front]",
                "20: beat() of News.session",
                "22: refreshArticles(of:) of News.session.screen[sports]",
                "25: close(_:)",
                "30: signIn(_:)",
                "45: refreshArticles(of:) of News.session.screen[sports]",
                "50: beat() of News.session",
                "55: signOut()",
            ])
        #expect(
            day.desk.heard == [
                "Ada is here", "Ada sees 10 of front", "Ada sees 10 of sports", "Ben is here",
                "Ben sees 20 of sports",
            ])
    }
}
