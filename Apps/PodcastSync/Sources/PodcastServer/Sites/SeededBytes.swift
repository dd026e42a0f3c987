/// Bytes that follow from a seed, so that what was served can be compared with what arrived.
public enum SeededBytes {
    /// Makes `count` bytes from a seed.
    public static func make(count: Int, seed: UInt64) -> [UInt8] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
    }

    /// Makes 4 to 100 KiB that stand for what a URL serves, distinct for each URL: they begin
    /// with an MPEG tag that holds the hash of the URL.
    public static func episode(of url: String, seed: UInt64 = 0) -> [UInt8] {
        let hash = hash(of: url, seed: seed)
        let tag = Array("ID3 \(String(hash, radix: 16)) ".utf8)
        return tag + make(count: 4096 + Int(hash >> 20 % 98_304), seed: hash)
    }

    /// A number that tells texts apart, the same in every process.
    public static func hash(of text: String, seed: UInt64 = 0) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
