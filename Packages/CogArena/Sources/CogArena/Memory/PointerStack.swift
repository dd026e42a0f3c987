/// A growable stack of plain values that stays allocated between uses.
///
/// The owner frees it. It exists because an array in a long-lived structure costs an
/// exclusivity check and a uniqueness check on each push.
@frozen
@usableFromInline
struct PointerStack<Element> {
    @usableFromInline var base: UnsafeMutablePointer<Element>
    @usableFromInline var count = 0
    @usableFromInline var capacity: Int

    init(capacity: Int) {
        base = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    @inlinable
    mutating func push(_ element: Element) {
        if count == capacity { grow() }
        (base + count).initialize(to: element)
        count += 1
    }

    @inlinable
    mutating func pop() -> Element {
        count -= 1
        return (base + count).move()
    }

    /// Makes sure that there is room at `index`, for who pushes without a count.
    @inline(__always)
    mutating func reserve(_ index: Int) { if index == capacity { grow() } }

    @inlinable
    subscript(_ index: Int) -> Element {
        get { base[index] }
        set { base[index] = newValue }
    }

    @usableFromInline
    @inline(never)
    mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
        capacity *= 2
    }

    mutating func removeAll() {
        base.deinitialize(count: count)
        count = 0
    }

    mutating func destroy() {
        removeAll()
        base.deallocate()
    }
}
