/// The hash that a page's policy knows its style and script by, from their text alone.
func sha256(_ text: String) -> [UInt8] {
    var hash: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19,
    ]
    var bytes = Array(text.utf8)
    let bits = UInt64(bytes.count) * 8
    bytes.append(0x80)
    while bytes.count % 64 != 56 { bytes.append(0) }
    bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
    func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    for block in stride(from: 0, to: bytes.count, by: 64) {
        var words = (0..<16).map { word in
            bytes[block + 4 * word..<block + 4 * word + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for place in 16..<64 {
            let (a, b) = (words[place - 15], words[place - 2])
            let (low, high) = (
                turned(a, 7) ^ turned(a, 18) ^ a >> 3, turned(b, 17) ^ turned(b, 19) ^ b >> 10
            )
            words.append(words[place - 16] &+ low &+ words[place - 7] &+ high)
        }
        var own = hash
        for place in 0..<64 {
            let high = turned(own[4], 6) ^ turned(own[4], 11) ^ turned(own[4], 25)
            let choice = own[4] & own[5] ^ ~own[4] & own[6]
            let first = own[7] &+ high &+ choice &+ constants[place] &+ words[place]
            let low = turned(own[0], 2) ^ turned(own[0], 13) ^ turned(own[0], 22)
            let most = own[0] & own[1] ^ own[0] & own[2] ^ own[1] & own[2]
            own = [first &+ low &+ most] + own[0..<3] + [own[3] &+ first] + own[4..<7]
        }
        hash = zip(hash, own).map { $0 &+ $1 }
    }
    return hash.flatMap { word in (0..<4).reversed().map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
}

/// The first 32 bits of what is behind the point in the cube roots of the first 64 primes.
private let constants: [UInt32] = {
    let primes = (2...311).filter { number in (2..<number).allSatisfy { number % $0 != 0 } }
    return primes.map { prime in
        // The largest number whose cube is at most the prime times 2⁹⁶: its last 32 bits.
        var root: UInt64 = 0
        for bit in (0..<36).reversed() {
            let next = root | 1 << bit
            if cube(next, isAtMost: UInt64(prime)) { root = next }
        }
        return UInt32(truncatingIfNeeded: root)
    }
}()

private func cube(_ root: UInt64, isAtMost prime: UInt64) -> Bool {
    let (value, limit) = (UInt128(root), UInt128(prime) << 96)
    return value * value * value <= limit
}
