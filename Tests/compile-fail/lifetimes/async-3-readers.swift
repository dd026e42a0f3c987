// ASYNC-3: choosing work is over before the work begins, so that the work cannot hold the reader.
import CogGraph

@MainActor
private func chooses(_ zip: Cog<Int>.Manual) {
    #if ACCEPTED
        _ = Cog<Int>.Async(default: 0) { c in
            let zip = c[zip]
            return Work.run { zip }
        }
    #else
        _ = Cog<Int>.Async(default: 0) { c in
            return Work.run { c[zip] }  // expected: escaping closure captures 'inout' parameter 'c'
        }
    #endif
}
