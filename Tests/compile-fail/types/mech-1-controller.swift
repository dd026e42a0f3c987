// MECH-1: a controller is a mechanism's only link to the graph, and reactions' only way in.
import CogGraph
import CogMechanisms

private struct ReachingMechanism: Mechanism {
    let source: Cog<Int>.Manual

    func operate(_ m: MechanismController) {
        #if ACCEPTED
            m.watch(source, initial: .skip) { _, _ in }
        #else
            _ = m.cogs  // expected: has no member 'cogs'
            _ = m.context  // expected: has no member 'context'
            let token: AnyObject = m.watch(source, initial: .skip) { _, _ in }  // expected: '()'
            _ = MechanismController()  // expected: initializer
        #endif
    }
}

@MainActor
private func uses(_ cogs: Cogs, _ source: Cog<Int>.Manual) {
    #if ACCEPTED
        _ = cogs.peek(source)
    #else
        cogs.watch(source, initial: .skip) { _, _ in }  // expected: has no member 'watch'
        cogs.run { c in _ = c[source] }  // expected: has no member 'run'
        cogs.task(name: "late") {}  // expected: has no member 'task'
        cogs.scope(Cog { c in c[source] > 0 }) { _ in }  // expected: has no member 'scope'
        cogs.install([])  // expected: 'install'
    #endif
}
