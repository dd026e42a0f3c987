/// Names one life of one row: where it is, and which of the position's lives it means.
///
/// A slot outlives its row safely. Once the row is released, the position's generation moves
/// on, so an old slot is recognised as stale for ever (LIFE-4).
@frozen
public struct Slot: Hashable, Sendable {
    @usableFromInline let row: RowIndex
    @usableFromInline let generation: UInt32

    /// Names no row: the sentinel has no such generation.
    public static let none = Slot(row: .none, generation: .max)

    @inlinable
    init(row: RowIndex, generation: UInt32) {
        self.row = row
        self.generation = generation
    }
}

extension Slot: CustomStringConvertible {
    public var description: String { "slot \(row.rawValue).\(generation)" }
}
