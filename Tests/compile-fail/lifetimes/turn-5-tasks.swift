// TURN-5: a writer or a reader cannot go into a task.
import CogGraph
import CogMechanisms

@MainActor
private func uses(_ cogs: Cogs, _ source: Cog<Int>.Manual) {
    #if ACCEPTED
        cogs.turn { c in
            let value = c[source]
            Task { _ = value }
        }
    #else
        cogs.turn { c in Task { c[source] = 1 } }  // expected: escaping closure captures 'inout'
        cogs.turn { c in cogs.turn { _ in c[source] = 1 } }  // expected: escaping closure captures
        _ = Cog<Int> { c in
            Task { c[source] }  // expected: escaping closure captures 'inout'
            return 0
        }
    #endif
}

private struct LateMechanism: Mechanism {
    let source: Cog<Int>.Manual

    func operate(_ m: MechanismController) {
        #if ACCEPTED
            m.run { c in
                let value = c[source]
                m.task(name: "later") { _ = value }
            }
        #else
            m.run { c in m.task(name: "later") { _ = c[source] } }  // expected: escaping closure
        #endif
    }
}
