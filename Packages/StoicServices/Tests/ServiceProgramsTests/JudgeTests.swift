import StoicServices
import Testing

@testable import ServicePrograms

/// A judge of `s1`, which needs `s0`, that has seen both start and the body end.
private func judge(stopping: Bool = true) -> Judge {
    var judge = Judge(Program([[], [0]], .outcomes(.sequential)))
    judge.willHandle(.begin, at: .zero)
    for index in 0..<2 {
        judge.note(told: .startBegan(index), at: .zero)
        judge.note(.start(index))
        judge.willHandle(.started(index), at: .zero)
    }
    judge.note(.runBody)
    if stopping { judge.willHandle(.bodyEnded(nil), at: .zero) }
    return judge
}

private func stop(_ index: Int, _ judge: inout Judge, stillRunning: [AnyServiceKey] = []) {
    judge.note(told: .stopBegan(index), at: .zero)
    judge.note(.stop(index, Exit(.completed, stillRunning: stillRunning), until: .seconds(10)))
}

/// That the explorations can fail: what breaks a promise is seen.
struct JudgeTests {
    @Test("A judge lets pass what keeps the promises")
    func kept() {
        var judge = judge()
        stop(1, &judge)
        judge.willHandle(.stopped(1, nil), at: .zero)
        stop(0, &judge)
        #expect(judge.violation == nil)
    }

    @Test("A judge sees a service that starts before what it needs (promise 2)")
    func early() {
        var judge = Judge(Program([[], [0]], .outcomes(.sequential)))
        judge.willHandle(.begin, at: .zero)
        judge.note(told: .startBegan(1), at: .zero)
        judge.note(.start(1))
        #expect(judge.violation == "promise 2, at 0.0 seconds: 1 starts before what it needs")
    }

    @Test("A judge sees a service that is stopped twice (promise 3)")
    func twice() {
        var judge = judge()
        stop(1, &judge)
        judge.willHandle(.stopped(1, nil), at: .zero)
        stop(1, &judge)
        #expect(judge.violation == "promise 3, at 0.0 seconds: 1 is stopped twice")
    }

    @Test("A judge sees a service that is stopped before one that needs it (promise 4)")
    func beneath() {
        var judge = judge()
        stop(0, &judge)
        #expect(judge.violation == "promise 4, at 0.0 seconds: 0 is stopped before [1]")
    }

    @Test("A judge sees a run that ends with a service left running (promise 7)")
    func left() {
        var judge = judge()
        judge.note(told: .bodyEnded(.completed), at: .zero)
        judge.note(.finish)
        judge.didHandle(agenda: Agenda())
        #expect(judge.violation == "promise 7, at 0.0 seconds: the run ended, and is not done with [0, 1]")
    }

    @Test("A judge sees an event that nobody is told (promise 6)")
    func untold() {
        var judge = judge()
        judge.didHandle(agenda: Agenda())
        #expect(judge.violation?.hasPrefix("promise 6, at 0.0 seconds: the observer is told []") == true)
    }
}
