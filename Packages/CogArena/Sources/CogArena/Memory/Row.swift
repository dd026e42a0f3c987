/// The 32 bytes of a row that every walk touches.
@frozen
@usableFromInline
struct Row: BitwiseCopyable {
    @usableFromInline var tag: Tag
    @usableFromInline var cell: UnsafeMutableRawPointer
    /// The first edge to a dependency, in reading order. A source has no dependencies: there
    /// this word counts the turn's staged entries up to its own. In a vacant row it links the
    /// free list.
    @usableFromInline var firstDependency: EdgeIndex
    @usableFromInline var firstSubscriber: EdgeIndex
    @usableFromInline var changedAt: Revision
    @usableFromInline var checkedAt: Revision
}

/// What only cold paths touch, kept out of the row's cache line. A row's ticket, which many never
/// have, is with those of its neighbours instead (`Tickets`).
@frozen
@usableFromInline
struct ColdRow: BitwiseCopyable {
    /// Of the life that is lived here or comes next; zero, which is no life's, once there is none.
    @usableFromInline var generation: UInt32 = 0
    /// The run that last linked this row as a dependency.
    @usableFromInline var linkedBy: UInt32 = 0

    init() {}

    init(generation: UInt32) { self.generation = generation }
}

/// One dependency: `consumer` read `producer` in its latest run.
@frozen
@usableFromInline
struct Edge: BitwiseCopyable {
    @usableFromInline var producer: RowIndex
    @usableFromInline var consumer: RowIndex
    @usableFromInline var nextDependency: EdgeIndex
    var nextSubscriber: EdgeIndex
    var previousSubscriber: EdgeIndex
}

/// The part of a cell that does not depend on its types. It keeps the family alive as long as
/// a row of it lives (DECL-8).
@frozen
@usableFromInline
struct CellHead {
    @usableFromInline let family: AnyFamily

    @inlinable
    init(family: AnyFamily) { self.family = family }
}

/// A row's value with its key, in one block. The value comes first, so that its place does not
/// depend on the key's type.
@frozen
@usableFromInline
struct Cell<Value, Key> {
    @usableFromInline let head: CellHead
    @usableFromInline var value: Value
    @usableFromInline let key: Key

    @inlinable
    static var valueOffset: Int {
        align(MemoryLayout<CellHead>.size, MemoryLayout<Value>.alignment)
    }

    @inlinable
    static var keyOffset: Int {
        align(valueOffset + MemoryLayout<Value>.size, MemoryLayout<Key>.alignment)
    }

    @inlinable
    static func align(_ offset: Int, _ alignment: Int) -> Int {
        (offset + alignment - 1) & ~(alignment - 1)
    }
}
