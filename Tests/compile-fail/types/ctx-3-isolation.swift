// CTX-3: a handle may be dropped anywhere and used on the MainActor alone.
import CogGraph

private nonisolated func uses(_ cogs: Cogs, _ source: Cog<Int>.Manual) async {
    #if ACCEPTED
        _ = await cogs.peek(source)
        await cogs.turn(source, to: 1)
    #else
        _ = cogs.peek(source)  // expected: main actor-isolated
        cogs.turn(source, to: 1)  // expected: main actor-isolated
    #endif
}
