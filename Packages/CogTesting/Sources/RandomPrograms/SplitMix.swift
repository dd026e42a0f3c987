/// SplitMix64 (Steele, Lea and Flood, 2014): a small generator that gives the same numbers for a seed
/// everywhere.
public struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// From zero up to `limit`, which is above zero.
    public mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// As often as so many times in a hundred.
    public mutating func isTrue(in hundred: Int) -> Bool { number(below: 100) < hundred }

    /// Traps when there is none.
    public mutating func one<Element>(of elements: [Element]) -> Element {
        elements[number(below: elements.count)]
    }
}
