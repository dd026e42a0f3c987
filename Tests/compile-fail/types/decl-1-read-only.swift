// DECL-1: what is read-only or computed cannot be written.
import CogGraph

@MainActor
private func uses(_ cogs: Cogs) {
    let source = Cog<Int>.Manual { 0 }
    let box = CogBox<Int, String>.Manual { 0 }
    let computed = Cog { c in c[source] }
    #if ACCEPTED
        cogs.turn(source, to: 1)
        cogs.turn { c in
            c[source] = c[computed] + c[source.readOnly]
            c[box["k"]] += c[box["k"].readOnly]
        }
    #else
        cogs.turn(source.readOnly, to: 1)  // expected: 'CogWritable'
        cogs.turn(computed, to: 1)  // expected: 'CogWritable'
        cogs.turn { c in c[source.readOnly] = 1 }  // expected: 'CogWritable'
        cogs.turn { c in c[box["k"].readOnly] += 1 }  // expected: 'CogWritable'
        cogs.turn { c in c[computed] = 1 }  // expected: 'CogWritable'
    #endif
}
