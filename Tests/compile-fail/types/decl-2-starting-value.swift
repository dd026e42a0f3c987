// DECL-2: a starting value is a closure, so that it can be made for each row.
import CogGraph

@MainActor
private func uses() {
    #if ACCEPTED
        _ = Cog<Int>.Manual { 0 }
        _ = CogBox<[Int], String>.Manual { key in [key.count] }
    #else
        _ = Cog<Int>.Manual(0)  // expected: cannot convert value of type 'Int'
        _ = CogBox<[Int], String>.Manual([])  // expected: no exact matches in call to initializer
    #endif
}
