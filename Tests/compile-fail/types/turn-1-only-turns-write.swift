// TURN-1: nothing but a turn's writer writes; a selector's or a reaction's reader does not.
import CogGraph
import CogMechanisms

private struct WritingMechanism: Mechanism {
    let source: Cog<Int>.Manual

    func operate(_ m: MechanismController) {
        #if ACCEPTED
            m.run { c in _ = c[source] }
            _ = m.peek(source)
            m.turn { c in c[source] = 1 }
        #else
            m.run { c in c[source] = 1 }  // expected: subscript is get-only
            m.peek(source) = 1  // expected: expression is not assignable
        #endif
    }
}

@MainActor
private func uses(_ source: Cog<Int>.Manual) {
    #if ACCEPTED
        _ = Cog { c in c[source] }
    #else
        _ = Cog<Int> { c in
            c[source] += 1  // expected: subscript is get-only
            return 0
        }
    #endif
}
