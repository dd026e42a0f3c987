// ASYNC-2: an async cog says what its value is before the first success; only it has a status.
import CogGraph

@MainActor
private func uses(_ cogs: Cogs) {
    let plain = Cog<Int> { _ in 1 }
    let source = Cog<Int>.Manual { 1 }
    let box = CogBox<Int, String> { _, _ in 1 }
    #if ACCEPTED
        let page = Cog<Int?>.Async(default: nil) { _ in Work.run { 1 } }
        _ = cogs.status[page]
        _ = (plain, source, box)
    #else
        _ = Cog<Int?>.Async { _ in Work.run { 1 } }  // expected: missing argument for parameter 'default'
        _ = cogs.status[plain]  // expected: 'CogAsync'
        _ = cogs.status.peek(source)  // expected: 'CogAsync'
        _ = Cog<Bool> { c in c.status[box["k"]].isLoading }  // expected: 'CogAsync'
        _ = cogs.refresh(plain)  // expected: 'CogAsync'
    #endif
}
