@_spi(Mechanisms) import CogGraph
import CogMechanisms
import CogTesting
import Observation
import Testing

@MainActor
@Suite("The end of a context")
struct TeardownTests {
    private let source = Cog<Int>.Manual(name: "source") { 1 }

    @Test("CTX-3: scopes end first, then what else reacts, then values, all before the acknowledgement")
    func order() async {
        let log = Log()
        let held = Cog<Token> { [source] c in
            _ = c[source]
            return Token("value", log)
        }
        await withCheckedContinuation { done in
            let cogs = Cogs.forTesting(mechanisms: [Owner("first", log), Owner("second", log)])
            let token = Token("other reaction", log)
            _ = cogs.context.register("other") { _ in withExtendedLifetime(token) {} }
            _ = cogs[held]
            cogs.onTearDown {
                log.lines.append("torn down")
                done.resume()
            }
        }
        #expect(
            log.lines == [
                "second's reaction", "second", "first's reaction", "first", "other reaction", "value",
                "torn down",
            ])
    }

    @Test("CTX-3: what else reacts ends last first too, then the sleeper, then values; every sequence ends")
    func orderOfTheRest() async {
        let log = Log()
        let clock = LoggingClock { log.lines.append("sleeper") }
        let held = Cog<Token> { [source] c in
            _ = c[source]
            return Token("value", log)
        }
        var readers: [Task<Void, Never>] = []
        await withCheckedContinuation { done in
            let cogs = Cogs.forTesting(clock: clock)
            for n in 0..<6 {
                let token = Token("reaction \(n)", log)
                _ = cogs.context.register("\(n)") { _ in withExtendedLifetime(token) {} }
                let values = cogs.values(of: source)
                readers.append(
                    Task {
                        for await _ in values {}
                    })
            }
            clock.onSleep = {
                cogs.onTearDown {
                    log.lines.append("torn down")
                    done.resume()
                }
                clock.onSleep = {}
            }
            _ = cogs.peek(held)
        }
        for reader in readers { await reader.value }
        #expect(
            log.lines == (0..<6).reversed().map { "reaction \($0)" } + ["sleeper", "value", "torn down"])
    }

    @Test("CTX-3: values go in the teardown, on the MainActor, whoever still holds the graph")
    func values() async {
        let log = Log()
        let held = Cog<Token>.Manual { Token("value", log) }
        var cogs: Cogs? = Cogs.forTesting()
        let context = cogs?.context
        _ = cogs?.peek(held)
        await withCheckedContinuation { done in
            cogs?.onTearDown { done.resume() }
            Task.detached { [taken = cogs.take()] in withExtendedLifetime(taken) {} }
        }
        #expect(log.lines == ["value"])
        withExtendedLifetime(context) {}
    }

    @Test("CTX-3: a context dropped on another thread while its graces end is torn down once")
    func whileGraceEnds() async throws {
        for _ in 0..<200 {
            let clock = TestClock()
            let log = Log()
            var cogs: Cogs? = Cogs.forTesting(clock: clock)
            let held = Cog<Token> { [source] c in
                _ = c[source]
                return Token("value", log)
            }
            _ = cogs?.peek(held)
            try await clock.waitForScheduledSleep()
            await withCheckedContinuation { done in
                cogs?.onTearDown { done.resume() }
                Task.detached { [taken = cogs.take()] in withExtendedLifetime(taken) {} }
                Task.detached { clock.advance(by: .seconds(30)) }
            }
            #expect(log.lines == ["value"])
            #expect(clock.sleeperCount == 0)
        }
    }

    @Test("CTX-3: a context that is dropped in its own turn finishes the turn, and is torn down after it")
    func inTurn() async {
        final class Holder { var cogs: Cogs? }
        let holder = Holder()
        let log = Log()
        await withCheckedContinuation { done in
            holder.cogs = Cogs.forTesting(mechanisms: [
                Scripted { [source] m in
                    m.watch(source, initial: .skip) { _, new in log.lines.append("saw \(new)") }
                }
            ])
            holder.cogs?.onTearDown {
                log.lines.append("torn down")
                done.resume()
            }
            holder.cogs?.turn { [source] c in
                holder.cogs = nil
                c[source] = 2
            }
            log.lines.append("turned")
        }
        #expect(log.lines == ["saw 2", "turned", "torn down"])
    }

    enum Dropper: CaseIterable { case selector, rule, told, reaction }

    @Test(
        "CTX-3: a context that is dropped in the middle of a flush finishes it, and is torn down after it",
        arguments: Dropper.allCases)
    func inFlush(dropper: Dropper) async {
        @MainActor final class Holder { var cogs: Cogs? }
        let (holder, log) = (Holder(), Log())
        let drop: @MainActor @Sendable (Dropper) -> Void = { if dropper == $0 { holder.cogs = nil } }
        let twice = Cog<Int>(
            equals: { a, b in
                drop(.rule)
                return a == b
            }
        ) { [source] c in
            if c[source] == 2 { drop(.selector) }
            return c[source] * 2
        }
        await withCheckedContinuation { done in
            holder.cogs = Cogs.forTesting(mechanisms: [
                Scripted { m in
                    m.watch(twice, initial: .skip) { _, _ in drop(.reaction) }
                    m.watch(twice, initial: .skip) { _, new in log.lines.append("saw \(new)") }
                }
            ])
            holder.cogs?.onTearDown {
                log.lines.append("torn down")
                done.resume()
            }
            withObservationTracking {
                _ = holder.cogs?[twice]
            } onChange: {
                MainActor.assumeIsolated {
                    log.lines.append("told")
                    drop(.told)
                }
            }
            holder.cogs?.turn(source, to: 2)
            log.lines.append("turned")
        }
        #expect(holder.cogs == nil)
        #expect(log.lines == ["told", "saw 4", "turned", "torn down"])
    }

    @Test("CTX-3: whoever waits for something to happen in a context goes on when it ends")
    func waiters() async {
        var cogs: Cogs? = Cogs.forTesting()
        let context = cogs?.context
        let waiting = ContextEvent.allCases.map { event in Task { await context?.next(event) } }
        // Behind this job, they wait.
        await Task { @MainActor in }.value
        cogs = nil
        for task in waiting { await task.value }
        await context?.next(.cameToRest)
        #expect(context?.isClosed == true)
        _ = cogs
    }

    @Test("MECH-11: a value that a teardown frees may write and ask through what is retired, in vain")
    func deinits() async {
        final class Holder { var controller: MechanismController? }
        let holder = Holder()
        let log = Log()
        let held = Cog<Parting>.Manual { [source] in
            Parting {
                log.lines.append("freed")
                holder.controller?.turn(source, to: 5)
                holder.controller?.discard(Cog { c in c[source] })
                holder.controller?.watch(source, initial: .run) { _, _ in log.lines.append("ran") }
                log.lines.append("\(holder.controller?.ifLive { _ in } == nil)")
            }
        }
        await withCheckedContinuation { done in
            let cogs = Cogs.forTesting(mechanisms: [Scripted { holder.controller = $0 }])
            _ = cogs[held]
            cogs.onTearDown { done.resume() }
        }
        #expect(log.lines == ["freed", "true"])
    }

    @Test("CTX-4: a static declaration serves one context after another, and keeps no value of any")
    func declarations() async {
        enum Shared {
            static let token = CogBox<Token?, Int>.Manual(name: "token") { nil }
            @MainActor static let isThere = Cog { c in c[token[1]] != nil }
        }
        let log = Log()
        for n in 0..<20 {
            await withCheckedContinuation { done in
                let cogs = Cogs.forTesting()
                #expect(!cogs.peek(Shared.isThere))
                cogs.turn(Shared.token[1], to: Token("\(n)", log))
                #expect(cogs.peek(Shared.isThere))
                cogs.onTearDown { done.resume() }
            }
            #expect(log.lines.last == "\(n)")
        }
    }
}

/// Stands still, and tells of each sleep that begins and of each that is cancelled.
private final class LoggingClock: Clock, @unchecked Sendable {
    private let clock = TestClock()
    private let onCancel: @MainActor () -> Void
    @MainActor var onSleep: @MainActor () -> Void = {}

    init(onCancel: @escaping @MainActor () -> Void) { self.onCancel = onCancel }

    var now: TestClock.Instant { clock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
        try await withTaskCancellationHandler {
            await MainActor.run { onSleep() }
            try await clock.sleep(until: deadline)
        } onCancel: {
            MainActor.assumeIsolated { onCancel() }
        }
    }
}

private struct Owner: Mechanism {
    let name: String
    private let log: Log
    private let token: Token

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
        token = Token(name, log)
    }

    func operate(_ m: MechanismController) {
        let reaction = Token("\(name)'s reaction", log)
        m.run { _ in withExtendedLifetime(reaction) {} }
    }
}
