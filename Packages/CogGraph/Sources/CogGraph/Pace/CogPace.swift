/// How often something that keeps changing is acted upon, measured on the context's clock (PACE-1).
///
/// Whatever is held back, the latest alone is kept.
public struct CogPace: Hashable, Sendable {
    enum Kind: Hashable {
        case debounce, throttle
    }

    let kind: Kind
    let span: ClockSpan

    /// Acts once nothing new has come for as long as `quiet`, on what came last. The first waits too.
    ///
    /// - Parameter quiet: Zero or less holds nothing back.
    public static func debounce(_ quiet: Duration) -> CogPace {
        CogPace(kind: .debounce, span: ClockSpan(quiet))
    }

    /// Acts at once, and then at most once in each `interval`: what came last in one is acted upon as it
    /// ends, and begins the next.
    ///
    /// - Parameter interval: Zero or less holds nothing back.
    public static func throttle(_ interval: Duration) -> CogPace {
        CogPace(kind: .throttle, span: ClockSpan(interval))
    }
}

/// When what comes up may go. A pure machine.
struct PaceGate {
    let pace: CogPace
    /// Until when the interval lasts that the latest of a throttle began.
    private var reopens: ClockInstant?

    init(_ pace: CogPace) { self.pace = pace }

    enum Verdict: Equatable {
        case go
        case wait(until: ClockInstant)
    }

    /// What becomes of something that comes up now.
    func verdict(at now: ClockInstant) -> Verdict {
        let end: ClockInstant? =
            switch pace.kind {
            case .debounce: now.advanced(by: pace.span)
            case .throttle: reopens
            }
        guard let end, end > now else { return .go }
        return .wait(until: end)
    }

    /// Something went.
    mutating func noteGone(at now: ClockInstant) {
        if pace.kind == .throttle { reopens = now.advanced(by: pace.span) }
    }
}
