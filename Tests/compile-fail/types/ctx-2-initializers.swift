// CTX-2, TURN-5: an app makes no context but the production one, and no reader or writer at all.
import CogGraph

@MainActor
private func uses() {
    #if ACCEPTED
        _ = Cogs.assemble()
    #else
        _ = Cogs()  // expected: initializer
        _ = Writer()  // expected: initializer
        _ = Reader()  // expected: initializer
    #endif
}
