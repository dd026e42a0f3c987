import Synchronization

/// What an arena needs to know of a family without knowing its types.
public class AnyFamily {
    // What a run and a read of it look at comes first, to be in one line of the cache.
    @usableFromInline let run: (Engine, RowIndex) -> Void
    @usableFromInline let cleanTag: Tag
    /// Unique in the process, never reused.
    @usableFromInline let id: UInt64
    /// Names the family in messages.
    public var label: String { ownLabel.description }
    private let ownLabel: FamilyLabel
    /// Where the family's rows are in the arena asked last. It holds numbers and an arena's own
    /// table, never a value, so a family that outlives an arena keeps nothing of it (CTX-4).
    @usableFromInline @exclusivity(unchecked) final var memo = FamilyMemo(arena: 0, row: .none, table: nil)
    /// Compares a staged value with the current one and swaps them when they differ.
    @usableFromInline let commit: (Engine, RowIndex, UnsafeMutableRawPointer) -> Bool
    let deinitializeValue: (UnsafeMutableRawPointer) -> Void
    @usableFromInline let cellSize: Int
    @usableFromInline let cellAlignment: Int
    let valueSize: Int
    let valueAlignment: Int
    /// The tag of a row that has no value yet.
    @usableFromInline let freshBits: UInt64
    /// Whether values hold nothing that has to be released.
    let isPlain: Bool
    private let hasPlainKeys: Bool
    public let isKeyed: Bool
    @usableFromInline let isSource: Bool
    /// What the front end needs to know of the family's rows.
    public let annotation: AnyObject?
    /// What it needs to know of few families. Set before the family's first row is made.
    public final var note: AnyObject?

    @usableFromInline
    init(
        label: FamilyLabel, isSource: Bool, isKeyed: Bool, isReleasable: Bool, isPlain: Bool,
        hasPlainKeys: Bool, annotation: AnyObject?, cellSize: Int, cellAlignment: Int, valueSize: Int,
        valueAlignment: Int,
        run: @escaping (Engine, RowIndex) -> Void,
        commit: @escaping (Engine, RowIndex, UnsafeMutableRawPointer) -> Bool,
        deinitializeValue: @escaping (UnsafeMutableRawPointer) -> Void
    ) {
        id = Self.nextID.wrappingAdd(1, ordering: .relaxed).newValue
        cleanTag = Tag(family: id)
        freshBits =
            cleanTag.bits | UInt64(RowState.fresh.rawValue) | (isReleasable ? Tag.releasable : 0)
            | (isSource ? Tag.source : 0)
        self.annotation = annotation
        ownLabel = label
        self.isSource = isSource
        self.isKeyed = isKeyed
        self.isPlain = isPlain
        self.hasPlainKeys = hasPlainKeys
        self.cellSize = cellSize
        self.cellAlignment = cellAlignment
        self.valueSize = valueSize
        self.valueAlignment = valueAlignment
        self.run = run
        self.commit = commit
        self.deinitializeValue = deinitializeValue
    }

    /// Ends what a cell holds, the family last.
    final func deinitializeCell(_ cell: UnsafeMutableRawPointer, hasValue: Bool) {
        if hasValue, !isPlain {
            deinitializeValue(cell + Cell<Void, Unkeyed>.align(MemoryLayout<CellHead>.size, valueAlignment))
        }
        if !hasPlainKeys { deinitializeKey(in: cell) }
        cell.assumingMemoryBound(to: CellHead.self).deinitialize(count: 1)
    }

    // What hangs on the types alone: a method rather than a closure in every family.

    var valueType: Any.Type { fatalError() }
    func deinitializeKey(in cell: UnsafeMutableRawPointer) { fatalError() }
    func hashKey(in cell: UnsafeMutableRawPointer) -> KeyHash { fatalError() }
    func describeKey(in cell: UnsafeMutableRawPointer) -> String { fatalError() }
    func describeValue(in cell: UnsafeMutableRawPointer) -> String { fatalError() }
    func keepableValue(in cell: UnsafeMutableRawPointer) -> Any? { fatalError() }

    /// Forgets where its rows are, if `arena` was asked last.
    func forgetPlace(in arena: UInt64) {
        if memo.arena == arena {
            memo = FamilyMemo(arena: 0, row: .none, table: nil)
        }
    }

    private static let nextID = Atomic<UInt64>(0)
}

/// Where a family's rows are in one arena: its only row, or its table and the row found last.
@frozen
@usableFromInline
struct FamilyMemo {
    @usableFromInline var arena: UInt64
    @usableFromInline var row: RowIndex
    @usableFromInline var table: UnsafeMutablePointer<KeyTable>?

    @usableFromInline
    init(arena: UInt64, row: RowIndex, table: UnsafeMutablePointer<KeyTable>?) {
        self.arena = arena
        self.row = row
        self.table = table
    }
}

/// Rows that share a value type, a key type, a rule for making values, and equality.
///
/// A family holds no row itself: any number of arenas may hold rows of it. Use one family and
/// its arenas from one isolation; neither is synchronised.
public final class Family<Value, Key: Hashable>: AnyFamily {
    /// Makes a source's first value; nil in a derived family.
    @usableFromInline let start: ((Key) -> Value)?

    /// A family of sources: rows that are written, each starting from `start`.
    ///
    /// - Parameters:
    ///   - label: Names the family in messages.
    ///   - equality: Tells whether a write is no change.
    ///   - isReleasable: Whether rows are reported as idle when nobody needs them.
    ///   - annotation: Kept for the front end.
    ///   - start: Makes a row's first value, once per row and life (DECL-2).
    @inlinable
    @inline(never)
    public init<Equality: ValueEquality>(
        source label: FamilyLabel, equality: Equality, isReleasable: Bool = false,
        annotation: AnyObject? = nil, start: @escaping (Key) -> Value
    ) where Equality.Value == Value {
        self.start = start
        super.init(
            label: label, isSource: true, isKeyed: Key.self != Unkeyed.self, isReleasable: isReleasable,
            isPlain: _isPOD(Value.self), hasPlainKeys: _isPOD(Key.self), annotation: annotation,
            cellSize: Self.size, cellAlignment: Self.alignment,
            valueSize: MemoryLayout<Value>.size, valueAlignment: MemoryLayout<Value>.alignment,
            run: { engine, row in
                engine.beginStart(row)
                let value = start(engine.key(of: row, as: Family.self))
                engine.valuePointer(of: row, as: Value.self).initialize(to: value)
                engine.core.pointee.rows[row].changedAt = engine.core.pointee.revision
                engine.endStart(row)
            },
            commit: { engine, row, staged in
                let current = engine.valuePointer(of: row, as: Value.self)
                let staged = staged.assumingMemoryBound(to: Value.self)
                engine.core.pointee.comparing = row
                let unchanged = equality.areEqual(current.pointee, staged.pointee)
                engine.core.pointee.comparing = .none
                if unchanged { return false }
                let old = current.move()
                current.moveInitialize(from: staged, count: 1)
                staged.initialize(to: old)
                return true
            },
            deinitializeValue: { Self.deinitializeValue($0) })
    }

    /// A family of derived rows: each computes from what its run reads.
    ///
    /// - Parameters:
    ///   - label: Names the family in messages.
    ///   - equality: Tells whether a recomputation is no change, so that nothing below runs
    ///     (GRAPH-2).
    ///   - isReleasable: Whether rows are reported as idle when nobody needs them.
    ///   - annotation: Kept for the front end.
    ///   - computation: Makes a row's value; runs when the row is first demanded, and again when
    ///     it is demanded after a dependency changed.
    @inlinable
    @inline(never)
    public init<Equality: ValueEquality, Computation: RowComputation>(
        derived label: FamilyLabel, equality: Equality, isReleasable: Bool = false,
        annotation: AnyObject? = nil, computation: Computation
    ) where Equality.Value == Value, Computation.Value == Value, Computation.Key == Key {
        start = nil
        super.init(
            label: label, isSource: false, isKeyed: Key.self != Unkeyed.self, isReleasable: isReleasable,
            isPlain: _isPOD(Value.self), hasPlainKeys: _isPOD(Key.self), annotation: annotation,
            cellSize: Self.size, cellAlignment: Self.alignment,
            valueSize: MemoryLayout<Value>.size, valueAlignment: MemoryLayout<Value>.alignment,
            run: { engine, row in
                // The row keeps its family alive, and cannot go while it computes.
                var tracker = engine.beginRun(row)
                let value = computation.compute(&tracker, engine.key(of: row, as: Family.self))
                engine.endRun(tracker, of: row, value, unless: equality)
            },
            commit: { _, _, _ in false },
            deinitializeValue: { Self.deinitializeValue($0) })
    }

    @inlinable
    static var size: Int { Cell<Value, Key>.keyOffset + MemoryLayout<Key>.size }

    @inlinable
    static var alignment: Int {
        max(
            MemoryLayout<CellHead>.alignment, MemoryLayout<Value>.alignment,
            MemoryLayout<Key>.alignment)
    }

    override var valueType: Any.Type { Value.self }

    override func deinitializeKey(in cell: UnsafeMutableRawPointer) { key(in: cell).deinitialize(count: 1) }

    @usableFromInline
    static func deinitializeValue(_ value: UnsafeMutableRawPointer) {
        value.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }

    override func hashKey(in cell: UnsafeMutableRawPointer) -> KeyHash { KeyHash(of: key(in: cell).pointee) }

    override func describeKey(in cell: UnsafeMutableRawPointer) -> String {
        Key.self == Unkeyed.self ? "" : "[\(key(in: cell).pointee)]"
    }

    override func describeValue(in cell: UnsafeMutableRawPointer) -> String { "\(value(in: cell).pointee)" }

    override func keepableValue(in cell: UnsafeMutableRawPointer) -> Any? {
        if isPlain { return valueSize <= 64 ? value(in: cell).pointee : nil }
        if Value.self == String.self { return (value(in: cell).pointee as? String)?.beginning }
        guard Value.self == String?.self else { return nil }
        return (value(in: cell).pointee as? String)?.beginning as Any
    }

    private func value(in cell: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Value> {
        (cell + Cell<Value, Key>.valueOffset).assumingMemoryBound(to: Value.self)
    }

    private func key(in cell: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Key> {
        (cell + Cell<Value, Key>.keyOffset).assumingMemoryBound(to: Key.self)
    }
}

extension String {
    /// A piece that does not keep a long text alive.
    fileprivate var beginning: String { utf8.count <= 160 ? self : String(prefix(80)) }
}
