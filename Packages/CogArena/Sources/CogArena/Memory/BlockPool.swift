/// Hands out raw blocks by size class and takes them back without asking the system.
///
/// Blocks up to 512 bytes come from pages that the pool keeps until its arena ends, so churn
/// runs in flat memory (LIFE-6); larger or oddly aligned ones go to the system each time.
@usableFromInline
struct BlockPool {
    private static let largest = 512
    private static let pageSize = 16_384

    /// The first free block of each class.
    private var free: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    private(set) var pages: [UnsafeMutableRawPointer] = []
    private var next: UnsafeMutableRawPointer
    private var remaining = 0

    init() {
        free = .allocate(capacity: Self.classes)
        free.initialize(repeating: nil, count: Self.classes)
        next = UnsafeMutableRawPointer(free)
    }

    /// One class for each size in words, and again for blocks that have to lie at 16 bytes: one of
    /// the same size that does not may lie between.
    private static let classes = 2 * (largest / 8 + 1)

    private static func sizeClass(_ size: Int, _ alignment: Int) -> Int {
        size / 8 + (alignment > 8 ? largest / 8 + 1 : 0)
    }

    private static func rounded(_ size: Int, _ alignment: Int) -> Int {
        let unit = max(alignment, 8)
        return (max(size, 8) + unit - 1) & ~(unit - 1)
    }

    @inline(__always)
    mutating func allocate(size: Int, alignment: Int) -> UnsafeMutableRawPointer {
        let size = Self.rounded(size, alignment)
        if size > Self.largest || alignment > 16 {
            return .allocate(byteCount: size, alignment: max(alignment, 16))
        }
        let sizeClass = Self.sizeClass(size, alignment)
        if let block = free[sizeClass] {
            free[sizeClass] = block.load(as: UnsafeMutableRawPointer?.self)
            return block
        }
        return carve(size, alignment)
    }

    mutating func deallocate(_ block: UnsafeMutableRawPointer, size: Int, alignment: Int) {
        let size = Self.rounded(size, alignment)
        if size > Self.largest || alignment > 16 {
            block.deallocate()
            return
        }
        let sizeClass = Self.sizeClass(size, alignment)
        block.storeBytes(of: free[sizeClass], as: UnsafeMutableRawPointer?.self)
        free[sizeClass] = block
    }

    @inline(__always)
    private mutating func carve(_ size: Int, _ alignment: Int) -> UnsafeMutableRawPointer {
        if alignment > 8, Int(bitPattern: next) & 8 != 0 { pass(8) }
        if remaining < size { takePage() }
        let block = next
        pass(size)
        return block
    }

    @inline(__always)
    private mutating func pass(_ size: Int) {
        next += size
        remaining -= size
    }

    @inline(never)
    private mutating func takePage() {
        next = .allocate(byteCount: Self.pageSize, alignment: 16)
        pages.append(next)
        remaining = Self.pageSize
    }

    mutating func destroy() {
        for page in pages { page.deallocate() }
        pages = []
        free.deallocate()
    }
}
