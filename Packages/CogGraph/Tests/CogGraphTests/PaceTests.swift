import Testing

@testable import CogGraph

@Suite("When a pace lets go")
struct PaceGateTests {
    private func at(_ milliseconds: Int64) -> ClockInstant { ClockInstant(.milliseconds(milliseconds)) }

    @Test("PACE-1: a debounce waits its whole length from each that comes, whatever went before")
    func debounce() {
        var gate = PaceGate(.debounce(.milliseconds(300)))
        #expect(gate.verdict(at: at(0)) == .wait(until: at(300)))
        #expect(gate.verdict(at: at(200)) == .wait(until: at(500)))
        gate.noteGone(at: at(500))
        #expect(gate.verdict(at: at(501)) == .wait(until: at(801)))
    }

    @Test("PACE-1: a throttle's interval begins with what went, and ends where it was however much comes")
    func throttle() {
        var gate = PaceGate(.throttle(.milliseconds(300)))
        #expect(gate.verdict(at: at(100)) == .go)
        gate.noteGone(at: at(100))
        #expect(gate.verdict(at: at(200)) == .wait(until: at(400)))
        #expect(gate.verdict(at: at(399)) == .wait(until: at(400)))
        #expect(gate.verdict(at: at(400)) == .go)
    }

    @Test("PACE-1: a length too long to count never ends, and one below zero is none")
    func extremes() {
        #expect(
            PaceGate(.debounce(.seconds(Int64.max))).verdict(at: at(1))
                == .wait(until: ClockInstant(rawValue: .max)))
        #expect(PaceGate(.debounce(.seconds(-1))).verdict(at: at(1)) == .go)
    }
}
