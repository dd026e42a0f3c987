import CogGraph
import CogMechanisms
import CogTesting
import Testing

// The code of Docs/Guides/testing.md: `Tests/guides` holds the page to the parts marked here.

private struct Offline: Error {}

// guide: mail
let inboxCog = Cog<[String]>.Manual(name: "inbox") { [] }
let badgeCog = Cog<Int>.Manual(name: "badge") { 0 }
let mailboxCog = Cog<String>.Manual(name: "mailbox") { "home" }

struct BadgeMechanism: Mechanism {
    func operate(_ m: MechanismController) {
        m.watch(inboxCog, initial: .run) { [weak m] _, inbox in
            m?.turn(badgeCog, to: inbox.count, name: "count")
        }
    }
}

protocol MailServer: Sendable {
    @MainActor func unread(in mailbox: String) async throws -> Int
}

func unreadCog(from server: any MailServer) -> Cog<Int>.Async {
    Cog<Int>.Async(
        default: 0, name: "unread", retry: CogRetry(attempts: 2, base: .seconds(1), jitter: 0)
    ) { c in
        let mailbox = c[mailboxCog]
        return Work.run { try await server.unread(in: mailbox) }
    }
}

extension CogOps {
    func receive(_ mail: String) { turn { c in c[inboxCog].append(mail) } }
}
// end

// guide: turns
@Test("GUIDE-1: a test has a context of its own, and writes down the turns it expects")
@MainActor
func badgeFollows() {
    let cogs = Cogs.forTesting(
        seeding: { $0.turn(inboxCog, to: ["old"]) }, mechanisms: [BadgeMechanism()])
    #expect(cogs.peek(badgeCog) == 1)
    let mark = cogs.mark
    cogs.receive("new")
    #expect(cogs.peek(badgeCog) == 2)
    #expect(cogs.turns(since: mark) == ["receive(_:)", "count of Badge by Badge.inbox"])
}
// end

// guide: work
@MainActor
final class TestServer: MailServer {
    let answers = ControlledWork<Int>()
    private(set) var asked: [String] = []

    func unread(in mailbox: String) async throws -> Int {
        asked.append(mailbox)
        return try await answers.run()
    }
}

@Test("GUIDE-1: a late answer to an old question is refused")
@MainActor
func lateAnswer() async {
    let (cogs, server) = (Cogs.forTesting(), TestServer())
    let unread = unreadCog(from: server)
    #expect(cogs[unread] == 0)
    let first = await server.answers.nextRun()
    cogs.turn(mailboxCog, to: "work")
    let second = await server.answers.nextRun()
    #expect(server.asked == ["home", "work"])
    #expect(first.isCancelled)
    #expect(await second.succeed(3))
    #expect(await first.succeed(7) == false)
    #expect(cogs[unread] == 3)
}
// end

// guide: time
@Test("GUIDE-1: a failed question is asked again after a wait, and nobody hears of the first failure")
@MainActor
func asksAgain() async throws {
    let (clock, server) = (TestClock(), TestServer())
    let cogs = Cogs.forTesting(clock: clock)
    let unread = unreadCog(from: server)
    _ = cogs[unread]
    await server.answers.nextRun().fail(Offline())
    #expect(cogs.status[unread].error == nil)
    try await clock.waitForScheduledSleep()
    clock.advance(by: .seconds(1))
    await server.answers.nextRun().succeed(3)
    #expect(cogs[unread] == 3)
}
// end

// guide: release
@Test("GUIDE-1: what was looked at once goes after its grace")
@MainActor
func goes() async throws {
    let clock = TestClock()
    let cogs = Cogs.forTesting(clock: clock, grace: .seconds(5))
    let isFullCog = Cog(name: "isFull") { c in c[inboxCog].count > 99 }
    #expect(cogs.peek(isFullCog) == false)
    try await clock.waitForScheduledSleep()
    clock.advance(by: .seconds(5))
    await cogs.graceEnded()
    #expect(cogs.census(of: isFullCog).count == 0)
}
// end

// guide: assembly
@Test("GUIDE-1: a test of the app's own assembly waits for its turn")
@MainActor
func assembles() async {
    let count = await withAssembledCogs(mechanisms: [BadgeMechanism()]) { cogs in
        cogs.receive("new")
        return cogs.peek(badgeCog)
    }
    #expect(count == 1)
}
// end
