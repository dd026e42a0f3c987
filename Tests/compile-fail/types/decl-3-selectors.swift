// DECL-3: a selector neither throws nor suspends, and keeps its inference over statements.
import CogGraph

private func parse() throws -> Int { 1 }
private func chosen() throws -> Work<Int> { .run { 1 } }
private func load() async -> Int { 1 }

@MainActor
private func uses() {
    #if ACCEPTED
        let text = Cog { c in
            let parsed = try? parse()
            return String(parsed ?? 0)
        }
        _ = Cog { c in c[text].count }
    #else
        _ = Cog<Int> { c in try parse() }  // expected: throwing function
        _ = Cog<Int> { c in await load() }  // expected: expecting synchronous function
        _ = CogBox<Int, Int> { c, n in try parse() + n }  // expected: throwing function
        _ = CogBox<Int, Int> { c, n in await load() + n }  // expected: expecting synchronous function
        _ = Cog<Int>.Async(default: 0) { c in try chosen() }  // expected: throwing function
    #endif
}
