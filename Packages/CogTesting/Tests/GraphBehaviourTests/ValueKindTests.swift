import CogGraph
import CogMechanisms
import CogTesting
import Observation
import Testing

@MainActor
@Suite("Values of every kind")
struct ValueKindTests {
    private let cogs = Cogs.forTesting()
    private let source = Cog<Int>.Manual(name: "source") { 0 }

    /// How often what reads `reference` runs while `write` runs.
    private func runs<R: CogReadable>(of reference: R, _ write: (Cogs) -> Void) -> Int {
        var runs = -1
        let cogs = Cogs.forTesting(mechanisms: [
            Scripted { m in
                m.run { c in
                    runs += 1
                    _ = c[reference]
                }
            }
        ])
        write(cogs)
        return runs
    }

    @Test("DECL-7: a value of no equality changes with every write and every recomputation")
    func notEquatable() {
        struct Opaque { let n: Int }
        let written = Cog<Opaque>.Manual { Opaque(n: 0) }
        #expect(runs(of: written) { for _ in 0..<3 { $0.turn(written, to: Opaque(n: 0)) } } == 3)
        let computed = Cog { [source] c in Opaque(n: c[source] * 0) }
        #expect(runs(of: computed) { for n in 1...3 { $0.turn(source, to: n) } } == 3)
        #expect(runs(of: computed) { $0.turn(source, to: 0) } == 0)
    }

    @Test("DECL-2: keyed sources of any value and rule may all start alike")
    func startAlike() {
        struct Opaque { var n = 7 }
        var starts = 0
        let opaque = CogBox<Opaque, Int>.Manual { Opaque() }
        let ruled = CogBox<Int, Int>.Manual(equals: { $0 % 10 == $1 % 10 }) {
            starts += 1
            return starts
        }
        #expect(cogs.peek(opaque[1]).n == 7)
        #expect([cogs.peek(ruled[4]), cogs.peek(ruled[5]), cogs.peek(ruled[4])] == [1, 2, 1])
        #expect(runs(of: ruled[9]) { $0.turn(ruled[9], to: 13) } == 0)
    }

    @Test("DECL-7: a NaN, also computed, also optional, rests; a struct with a NaN does not")
    func notANumber() {
        struct Point: Equatable { var x = Double.nan }
        let number = Cog { [source] c in c[source] == 0 ? 1 : Double.nan }
        let optional = Cog<Float?> { [source] c in c[source] == 0 ? nil : .nan }
        let point = Cog { [source] c in Point(x: c[source] == 0 ? 1 : .nan) }
        let write: (Cogs) -> Void = { [source] cogs in for n in 1...3 { cogs.turn(source, to: n) } }
        #expect(runs(of: number, write) == 1)
        #expect(runs(of: optional, write) == 1)
        #expect(runs(of: point, write) == 3)
        #expect(cogs.peek(number) == 1)
    }

    @Test("DECL-7: NaN is no change in a write, and nil, zero and NaN are told apart")
    func optionalNumbers() {
        let number = Cog<Double?>.Manual { nil }
        let values: [Double?] = [.nan, .nan, nil, nil, 0, -0.0, .nan]
        #expect(runs(of: number) { cogs in for n in values { cogs.turn(number, to: n) } } == 4)
    }

    @Test("DECL-7: a Void value changes with every run of its source")
    func void() {
        let pulse = Cog<Void>.Manual(name: "pulse") { () }
        let twice = CogBox<Void, Int>(name: "twice") { c, _ in c[pulse] }
        #expect(runs(of: twice[1]) { for _ in 0..<3 { $0.turn(pulse, to: ()) } } == 3)
        cogs.peek(twice[2])
        #expect(cogs.census(of: twice).count == 1)
    }

    @Test("DECL-7: an optional of an optional tells none from some none")
    func nestedOptional() {
        let nested = Cog<Int??>.Manual { nil }
        let described = Cog { c -> String in
            switch c[nested] {
            case nil: "none"
            case .some(nil): "some none"
            case .some(.some(let n)): "\(n)"
            }
        }
        let values: [Int??] = [.some(nil), .some(nil), .some(.some(1)), nil, nil]
        #expect(runs(of: described) { cogs in for n in values { cogs.turn(nested, to: n) } } == 3)
        cogs.turn { c in c[nested] = .some(nil) }
        #expect(cogs.peek(described) == "some none")
    }

    @Test("TURN-2: a struct that holds a reference is staged by value, and the reference is shared")
    func holdsReference() {
        final class Counter { var n = 0 }
        struct Pair { var label: String, counter: Counter }
        let shared = Counter()
        let pair = Cog<Pair>.Manual(equals: { $0.label == $1.label && $0.counter === $1.counter }) {
            Pair(label: "a", counter: shared)
        }
        let count = runs(of: pair) { cogs in
            cogs.turn { c in
                c[pair].counter.n += 1
                #expect(cogs.peek(pair).counter.n == 1)
            }
            cogs.turn { c in
                c[pair].label += "b"
                #expect(c[pair].label == "ab")
                #expect(cogs.peek(pair).label == "a")
            }
            #expect(cogs.peek(pair).label == "ab")
        }
        // Only what the rule compares is a change.
        #expect(count == 1)
    }

    @Test("TURN-2: a large array is written in place in one turn, and its readers see it whole")
    func inPlace() {
        let numbers = Cog<[Int]>.Manual { Array(0..<1_000) }
        let sum = Cog { c in c[numbers].reduce(0, +) }
        #expect(cogs.peek(sum) == 499_500)
        cogs.turn { [cogs] c in
            for index in 0..<1_000 { c[numbers][index] = 1 }
            #expect(cogs.peek(sum) == 499_500)
        }
        #expect(cogs.peek(sum) == 1_000)
    }

    @Test("DECL-5: keys of every kind find their state: optional, enum, long string, struct, reference")
    func keys() {
        enum Key: Hashable {
            case none
            case id(Int)
            case name(String)
        }
        struct Wide: Hashable { var a = 1, b = "b", c = [1, 2], d = Double.pi }
        let enums = CogBox<Int, Key>.Manual { 0 }
        let wide = CogBox<Int, Wide>.Manual { 0 }
        let optional = CogBox<Int, Int?>.Manual { 0 }
        cogs.turn { c in
            c[enums[.id(1)]] = 1
            c[enums[.name(String(repeating: "x", count: 100))]] = 2
            c[wide[Wide()]] = 3
            c[optional[nil]] = 4
            c[optional[0]] = 5
        }
        #expect(cogs.peek(enums[.none]) == 0)
        #expect(cogs.peek(enums[.id(1)]) == 1)
        #expect(cogs.peek(enums[.name(String(repeating: "x", count: 100))]) == 2)
        #expect(cogs.peek(wide[Wide()]) == 3)
        #expect(cogs.peek(wide[Wide(a: 2)]) == 0)
        #expect([cogs.peek(optional[nil]), cogs.peek(optional[0])] == [4, 5])
    }
}
