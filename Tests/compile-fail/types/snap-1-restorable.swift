// SNAP-1: only sources are restorable, and only those whose values and keys may be sent.
import CogGraph

private final class Model {}

private final class Name: Hashable {
    static func == (a: Name, b: Name) -> Bool { a === b }
    func hash(into hasher: inout Hasher) {}
}

@MainActor
private func declares() {
    #if ACCEPTED
        _ = Cog<Int>.Manual { 1 }.restorable()
        _ = CogBox<Int, String>.Manual { 1 }.restorable()
    #else
        _ = Cog<Model>.Manual { Model() }.restorable()  // expected: 'Sendable'
        _ = CogBox<Int, Name>.Manual { 1 }.restorable()  // expected: 'Sendable'
        _ = Cog<Int> { _ in 1 }.restorable()  // expected: 'restorable'
        _ = Cog<Int>.Async(default: 0) { _ in Work.run { 1 } }.restorable()  // expected: 'restorable'
    #endif
}
