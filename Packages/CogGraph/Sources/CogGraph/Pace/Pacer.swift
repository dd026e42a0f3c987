/// Holds back what comes up, by a pace, for one who acts.
@MainActor
final class Pacer {
    private weak var context: Context?
    private var gate: PaceGate
    private var alarm: Alarm?
    /// Acts on what is held, whose time has come, and says so if it went. It holds neither the context nor
    /// the pacer.
    var act: @MainActor () -> Void = {}

    init(_ pace: CogPace, in context: Context) {
        self.context = context
        gate = PaceGate(pace)
        alarm = Alarm(in: context) { [weak self] in self?.act() }
    }

    /// Whether new work ends what an earlier one still does: by a debounce nobody waits for that.
    var dropsEarlier: Bool { gate.pace.kind == .debounce }

    /// Something came up.
    ///
    /// - Returns: Whether it may go at once; otherwise `act` is called when it may.
    func mayGo() -> Bool {
        guard let context else { return false }
        let now = context.clock.now()
        switch gate.verdict(at: now) {
        case .go:
            noteGone()
            return true
        case .wait(let until):
            // The end of an interval is where it was.
            if gate.pace.kind == .debounce || alarm?.isSet != true { alarm?.set(for: until) }
            return false
        }
    }

    /// Something went, whoever let it go, and nothing is held any more.
    func noteGone() {
        alarm?.end()
        if let context { gate.noteGone(at: context.clock.now()) }
    }

    /// Nothing is held any more.
    func end() { alarm?.end() }
}
