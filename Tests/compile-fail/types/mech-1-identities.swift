// MECH-1: a scope of one identity asks for equality and no more; one of a collection asks for a hash too.
import CogGraph
import CogMechanisms

private struct Opaque {}

private struct Epoch: Equatable {}

private struct Presentation: Hashable {}

@MainActor
private func registers(
    _ m: MechanismController, _ epoch: Cog<Epoch?>.Manual, _ presentations: Cog<[Presentation]>.Manual,
    _ opaque: Cog<Opaque?>.Manual, _ epochs: Cog<[Epoch]>.Manual
) {
    #if ACCEPTED
        m.scope(epoch) { _, _ in }
        m.scope(each: presentations) { _, _ in }
    #else
        m.scope(opaque) { _, _ in }  // expected: 'Equatable'
        m.scope(each: epochs) { _, _ in }  // expected: 'Hashable'
    #endif
}
