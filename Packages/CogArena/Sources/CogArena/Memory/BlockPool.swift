/// Hands out raw blocks by size class and takes them back without asking the system.
///
/// Blocks up to 512 bytes come from pages that the pool keeps until its arena ends, so churn
/// runs in flat memory (LIFE-6); larger or oddly aligned ones go to the system each time.
@usableFromInline
struct BlockPool {
    private static let largest = 512
    private static let pageSize = 16_384

    private var free: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    private(set) var pages: [UnsafeMutableRawPointer] = []
    private var next: UnsafeMutableRawPointer
    private var remaining = 0

    init() {
        free = .allocate(capacity: Self.largest / 8 + 1)
        free.initialize(repeating: nil, count: Self.largest / 8 + 1)
        next = UnsafeMutableRawPointer(free)
    }

    private static func rounded(_ size: Int, _ alignment: Int) -> Int {
        let unit = max(alignment, 8)
        return (max(size, 8) + unit - 1) & ~(unit - 1)
    }

    mutating func allocate(size: Int, alignment: Int) -> UnsafeMutableRawPointer {
        let size = Self.rounded(size, alignment)
        if size > Self.largest || alignment > 16 {
            return .allocate(byteCount: size, alignment: max(alignment, 16))
        }
        if let block = free[size / 8] {
            free[size / 8] = block.load(as: UnsafeMutableRawPointer?.self)
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
        block.storeBytes(of: free[size / 8], as: UnsafeMutableRawPointer?.self)
        free[size / 8] = block
    }

    private mutating func carve(_ size: Int, _ alignment: Int) -> UnsafeMutableRawPointer {
        let padding = -Int(bitPattern: next) & (max(alignment, 8) - 1)
        if remaining < size + padding {
            let page = UnsafeMutableRawPointer.allocate(byteCount: Self.pageSize, alignment: 16)
            pages.append(page)
            next = page
            remaining = Self.pageSize
            return carve(size, alignment)
        }
        let block = next + padding
        next = block + size
        remaining -= size + padding
        return block
    }

    mutating func destroy() {
        for page in pages { page.deallocate() }
        pages = []
        free.deallocate()
    }
}
