// QUERY-1: only what comes from work can be stale, tried again or called by a tag; only a box has a
// previous key; a tag is no reference to state.
import CogGraph

@MainActor
private func declares(_ cogs: Cogs) {
    let page = Cog<Int>.Async(
        default: 0, staleAfter: .seconds(60), retry: CogRetry(attempts: 3), tags: ["pages"]
    ) { _ in Work.run { 1 } }
    #if ACCEPTED
        _ = CogBox<Int, Int>.Async(default: 0, keepPrevious: true) { _, key in Work.run { key } }
        cogs.invalidate("pages")
    #else
        _ = Cog<Int>(staleAfter: .seconds(60)) { _ in 1 }  // expected: extra trailing closure
        _ = Cog<Int>.Manual(tags: ["pages"]) { 1 }  // expected: extra trailing closure
        _ = Cog<Int>.Async(default: 0, keepPrevious: true) { _ in  // expected: extra trailing closure
            Work.run { 1 }
        }
        cogs.invalidate(page)  // expected: 'Hashable'
    #endif
    _ = page
}
