import Testing

@testable import CogArena

@Suite("Blocks of memory")
struct BlockPoolTests {
    private struct Block {
        let start: UnsafeMutableRawPointer
        let size: Int
        let alignment: Int

        func overlaps(_ other: Block) -> Bool {
            start < other.start + other.size && other.start < start + size
        }
    }

    @Test(
        "blocks lie where they were asked to and share no byte, whatever was freed before", arguments: 0..<20)
    func churn(seed: UInt64) {
        var random = SplitMix(state: seed)
        var pool = BlockPool()
        defer { pool.destroy() }
        var blocks: [Block] = []
        for _ in 0..<2_000 {
            if blocks.count > 40 || !blocks.isEmpty && Bool.random(using: &random) {
                let block = blocks.remove(at: Int.random(in: blocks.indices, using: &random))
                pool.deallocate(block.start, size: block.size, alignment: block.alignment)
                continue
            }
            let size = Int.random(in: 0...80, using: &random) * (seed % 3 == 0 ? 10 : 1)
            let alignment = [1, 2, 4, 8, 16, 32].randomElement(using: &random) ?? 1
            let block = Block(
                start: pool.allocate(size: size, alignment: alignment), size: size, alignment: alignment)
            #expect(Int(bitPattern: block.start) % alignment == 0)
            #expect(!blocks.contains { $0.overlaps(block) })
            blocks.append(block)
        }
        for block in blocks { pool.deallocate(block.start, size: block.size, alignment: block.alignment) }
    }

    @Test("values that lie at 16 bytes take no place that others left between")
    func wideValues() {
        let arena = Arena()
        let narrow = Family<Int, Int>(source: "narrow", equals: ==) { $0 }
        let pair = Family<Pair, Int>(source: "pair", equals: nil) { Pair(a: $0, b: $0) }
        let wide = Family<SIMD4<Float>, Int>(source: "wide", equals: ==) { SIMD4(repeating: Float($0)) }
        for key in 0..<100 {
            _ = arena.value(of: narrow, key)
            _ = arena.value(of: pair, key)
        }
        for key in 0..<100 { arena.release(arena.slot(of: pair, key)) }
        for key in 0..<200 { #expect(arena.value(of: wide, key) == SIMD4(repeating: Float(key))) }
    }
}

/// With its key and its family as large as a wide value's cell, and at home at 8 bytes.
private struct Pair { let a, b: Int }
