// KEYS-1: what lives as long as the app cannot be let go for others.
import CogGraph

private func declares() {
    #if ACCEPTED
        _ = CogBox<Int, Int>(lifetime: .whileObserved(capacity: 10)) { _, key in key }
        _ = CogBox<Int, Int>.Manual(lifetime: .whileObserved(resetToInitial: true, capacity: 10)) { 1 }
    #else
        _ = CogBox<Int, Int>.Manual(lifetime: .app(capacity: 10)) { 1 }  // expected: cannot call value
    #endif
}
