import Foundation
import StoicServices
import Testing

/// Serialized, so that children do not compete for the processors with each other.
@Suite(.serialized)
struct SignalTests {
    @Test(
        "SVC-10: The first signal ends the body with its cause, then stops run in order",
        arguments: [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")])
    func first(_ signal: Int32, _ name: String) throws {
        let child = try ChildProcess("obeys")
        #expect(child.line() == "ready")
        child.send(signal)
        #expect(
            child.lines(6) == [
                "stop second after first: cancelled by \(name)",
                "stop first: cancelled by \(name)",
                "cancelled \(name), caller cancelled: false",
                "first stopped", "second stopped", "restored",
            ])
        child.send(SIGKILL)
        #expect(child.end().reason == .uncaughtSignal)
    }

    @Test("SVC-10: The signals' handling is put back after the run")
    func restored() throws {
        let child = try ChildProcess("obeys")
        #expect(child.line() == "ready")
        child.send(SIGINT)
        #expect(child.lines(6).last == "restored")
        child.send(SIGTERM)
        let end = child.end()
        #expect(end.reason == .uncaughtSignal)
        #expect(end.status == SIGTERM)
    }

    @Test("SVC-10: A signal during start-up cancels the starts and stops what started")
    func duringStart() throws {
        let child = try ChildProcess("starts")
        #expect(child.line() == "ready")
        child.send(SIGTERM)
        #expect(
            child.lines(5) == [
                "stop first: cancelled by SIGTERM",
                "cancelled SIGTERM, caller cancelled: false",
                "first stopped", "second start cancelled",
            ])
        #expect(child.end().status == 0)
    }

    @Test("SVC-10: A second signal cuts the budget short: a hung stop is abandoned, the rest run")
    func second() throws {
        let child = try ChildProcess("hangs")
        #expect(child.line() == "ready")
        child.send(SIGTERM)
        #expect(child.line() == "stop second after first: cancelled by SIGTERM")
        child.send(SIGTERM)
        #expect(
            child.lines(6) == [
                "hurried", "stop of second cancelled",
                "stop first: cancelled by SIGTERM, still running: second",
                "cancelled SIGTERM, caller cancelled: false",
                "first stopped", "second stop abandoned",
            ])
        #expect(child.end().status == 0)
    }

    @Test("SVC-10: A third signal exits at once with the caller's code, whatever the body blocks")
    func third() throws {
        let child = try ChildProcess("ignores")
        #expect(child.line() == "ready")
        child.send(SIGTERM)
        #expect(child.line() == "body cancelled")
        child.send(SIGINT)
        #expect(child.line() == "hurried")
        child.send(SIGTERM)
        let end = child.end()
        #expect(end.reason == .exit)
        #expect(end.status == 77)
        #expect(child.line() == nil)
    }

    @Test("SVC-10: A third signal exits although the observer blocks, by default with 128 plus it")
    func thirdWhileBlocked() throws {
        let child = try ChildProcess("blocks")
        #expect(child.line() == "ready")
        child.send(SIGTERM)
        #expect(child.line() == "blocked")
        // Unequal ones, since equal signals merge while one is pending; which is last is open.
        child.send(SIGINT)
        child.send(SIGUSR1)
        let end = child.end()
        #expect(end.reason == .exit)
        #expect([128 + SIGINT, 128 + SIGUSR1].contains(end.status))
    }

    @Test("SVC-10: Listening to a signal that nobody can handle traps, naming it")
    func unhandled() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            try await ServiceGraph(label: "empty") {}.run(
                stoppingOn: [Signal(rawValue: SIGKILL)]
            ) { _ in }
        }
        #expect(
            said(result, "signal 9 cannot be handled (errno 22). Leave it out of `stoppingOn`."))
    }

    @Test("SVC-7: A body that returns gives its value although a signal ended it")
    func value() throws {
        let child = try ChildProcess("returns")
        #expect(child.line() == "ready")
        child.send(SIGINT)
        #expect(
            child.lines(3) == [
                "stop second after first: cancelled by SIGINT",
                "stop first: cancelled by SIGINT", "value kept",
            ])
        #expect(child.end().status == 0)
    }

    @Test("SVC-10: A run still hears its signals when another that listened has ended")
    func outlives() throws {
        let child = try ChildProcess("outlives")
        #expect(child.lines(4).suffix(2) == ["value inner", "ready"])
        child.send(SIGTERM)
        #expect(
            child.lines(3).last == "cancelled SIGTERM, caller cancelled: false")
        #expect(child.lines(2) == ["first stopped", "second stopped"])
        #expect(child.end().status == 0)
    }

    @Test("SVC-10: Runs that listen to one signal all hear it, and the last puts it back")
    func shared() throws {
        let child = try ChildProcess("shares")
        #expect(child.lines(2) == ["ready", "ready"])
        child.send(SIGTERM)
        let lines = child.lines(11)
        #expect(lines.filter { $0 == "cancelled SIGTERM, caller cancelled: false" }.count == 2)
        #expect(lines.filter { $0 == "stop first: cancelled by SIGTERM" }.count == 2)
        #expect(lines.last == "restored")
        child.send(SIGTERM)
        #expect(child.end().status == SIGTERM)
    }
}
