// TURN-4: a turn's body neither throws, suspends, nor gives a value back.
import CogGraph

private func check() throws {}
private func wait() async {}

@MainActor
private func uses(_ cogs: Cogs, _ source: Cog<Int>.Manual) {
    #if ACCEPTED
        cogs.turn { c in
            try? check()
            c[source] += 1
        }
    #else
        cogs.turn { c in try check() }  // expected: throwing function
        cogs.turn { c in await wait() }  // expected: expecting synchronous function
        cogs.turn { c in return c[source] }  // expected: cannot convert value of type 'Int'
        let answer: Int = cogs.turn { c in c[source] += 1 }  // expected: type '()'
        _ = answer
    #endif
}
