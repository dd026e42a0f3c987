// TURN-5: a writer or a reader cannot be kept.
import CogGraph

@MainActor
private final class Thief {
    var writer: [() -> Int] = []

    func keep(_ read: @escaping () -> Int) { writer.append(read) }
}

@MainActor
private func take(_ writer: consuming Writer) {}

@MainActor
private func take(_ reader: consuming Reader) {}

@MainActor
private func use(_ writer: borrowing Writer, _ source: Cog<Int>.Manual) {
    writer[source] = 1
}

@MainActor
private func uses(_ cogs: Cogs, _ source: Cog<Int>.Manual, _ thief: Thief) {
    #if ACCEPTED
        cogs.turn { c in
            use(c, source)
            let value = c[source]
            thief.keep { value }
        }
        _ = Cog { c in
            let value = c[source]
            thief.keep { value }
            return value
        }
    #else
        cogs.turn { c in take(c) }  // expected: missing reinitialization of inout parameter
        cogs.turn { c in  // expected: missing reinitialization of inout parameter
            let kept = c
            _ = kept[source]
        }
        cogs.turn { c in thief.keep { c[source] } }  // expected: escaping closure captures 'inout'
        _ = Cog<Int> { c in  // expected: missing reinitialization of inout parameter
            take(c)
            return 0
        }
        _ = Cog<Int> { c in  // expected: missing reinitialization of inout parameter
            let kept = c
            return kept.peek(source)
        }
        _ = Cog<Int> { c in
            thief.keep { c.peek(source) }  // expected: escaping closure captures 'inout'
            return 0
        }
    #endif
}
