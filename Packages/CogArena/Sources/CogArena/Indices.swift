/// A row's position in an arena. Zero is the sentinel row, which no read ever matches.
@frozen
public struct RowIndex: Hashable, Sendable {
    public let rawValue: UInt32

    @inlinable
    init(_ rawValue: UInt32) { self.rawValue = rawValue }

    @inlinable
    static var none: RowIndex { RowIndex(0) }
}

/// An edge's position in the edge pool. Zero is the sentinel edge, whose producer is row zero.
@frozen
@usableFromInline
struct EdgeIndex: Hashable, Sendable {
    @usableFromInline let rawValue: UInt32

    @inlinable
    init(_ rawValue: UInt32) { self.rawValue = rawValue }

    @inlinable
    static var none: EdgeIndex { EdgeIndex(0) }
}

/// When something happened, counted in published changes of one arena.
@frozen
public struct Revision: Hashable, Comparable, Sendable {
    public let rawValue: UInt32

    @inlinable
    init(_ rawValue: UInt32) { self.rawValue = rawValue }

    @inlinable
    public static func < (a: Revision, b: Revision) -> Bool { a.rawValue < b.rawValue }
}

/// The key of a family that has a single row.
@frozen
public struct Unkeyed: Hashable, Sendable {
    @inlinable
    public init() {}
}
