// ASYNC-1: a stream has no end that the next run could wait for, so runs that are ordered are runs.
import CogGraph

@MainActor
private func declares() {
    let numbers = AsyncStream<Int> { $0.finish() }
    _ = Cog<Int>.Async(default: 0) { _ in Work.stream { numbers } }
    #if ACCEPTED
        _ = Cog<Int>.Async(default: 0, policy: .queue) { _ in RunWork.run { 1 } }
        _ = Cog<Int>.Async(default: 0, policy: .exhaustLatest) { _ in RunWork.run { 1 } }
        _ = CogBox<Int, Int>.Async(default: 0, policy: .merged) { _, key in RunWork.run { key } }
    #else
        _ = RunWork.stream { numbers }  // expected: 'stream'
        _ = Cog<Int>.Async(default: 0, policy: .queue) { _ in
            Work.stream { numbers }  // expected: 'Work<Int>'
        }
    #endif
}
