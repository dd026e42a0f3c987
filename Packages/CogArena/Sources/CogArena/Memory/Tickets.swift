/// A number for each row: a watcher's place in registration order; in other rows one of the front end's.
///
/// They lie in pages that are made when a row of theirs gets one, so that a row without costs nothing.
@frozen
@usableFromInline
struct Tickets {
    @usableFromInline typealias Page = UnsafeMutablePointer<UInt64>

    @usableFromInline var pages: UnsafeMutablePointer<Page?>
    private var pageCount: Int

    @inlinable static var pageBits: Int { 7 }
    @inlinable static var pageSize: Int { 1 << pageBits }

    init(capacity: Int) {
        pageCount = Self.pages(for: capacity)
        pages = .allocate(capacity: pageCount)
        pages.initialize(repeating: nil, count: pageCount)
    }

    private static func pages(for capacity: Int) -> Int { (capacity + pageSize - 1) >> pageBits }

    /// Zero for a row that never had one.
    @inlinable
    subscript(row: RowIndex) -> UInt64 {
        let place = Int(row.rawValue)
        guard let page = pages[place >> Self.pageBits] else { return 0 }
        return page[place & (Self.pageSize - 1)]
    }

    /// Zero makes no page.
    func set(_ row: RowIndex, to ticket: UInt64) {
        let (index, place) = (Int(row.rawValue) >> Self.pageBits, Int(row.rawValue) & (Self.pageSize - 1))
        if let page = pages[index] {
            page[place] = ticket
        } else if ticket != 0 {
            makePage(index)[place] = ticket
        }
    }

    @inline(never)
    private func makePage(_ index: Int) -> Page {
        let page = Page.allocate(capacity: Self.pageSize)
        page.initialize(repeating: 0, count: Self.pageSize)
        pages[index] = page
        return page
    }

    mutating func grow(to capacity: Int) {
        let count = Self.pages(for: capacity)
        guard count > pageCount else { return }
        let larger = UnsafeMutablePointer<Page?>.allocate(capacity: count)
        larger.moveInitialize(from: pages, count: pageCount)
        (larger + pageCount).initialize(repeating: nil, count: count - pageCount)
        pages.deallocate()
        pages = larger
        pageCount = count
    }

    func destroy() {
        for index in 0..<pageCount { pages[index]?.deallocate() }
        pages.deallocate()
    }
}
