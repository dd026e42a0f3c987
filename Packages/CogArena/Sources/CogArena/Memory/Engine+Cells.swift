extension Engine {
    @inlinable
    func head(of row: RowIndex) -> UnsafeMutablePointer<CellHead> {
        core.pointee.rows[row].cell.assumingMemoryBound(to: CellHead.self)
    }

    @inlinable
    func valuePointer<Value>(of row: RowIndex, as: Value.Type) -> UnsafeMutablePointer<Value> {
        (core.pointee.rows[row].cell + Cell<Value, Unkeyed>.valueOffset)
            .assumingMemoryBound(to: Value.self)
    }

    @inlinable
    func key<Value, Key>(of row: RowIndex, as family: Family<Value, Key>.Type) -> Key {
        (core.pointee.rows[row].cell + Cell<Value, Key>.keyOffset)
            .assumingMemoryBound(to: Key.self).pointee
    }

    /// Keeps a value until application code may run.
    @inlinable
    public func setAside<Value>(_ value: consuming Value) {
        if _isPOD(Value.self) { return }
        let (size, alignment) = (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
        let block = allocate(size: size, alignment: alignment)
        block.assumingMemoryBound(to: Value.self).initialize(to: value)
        discard(block, size: size, alignment: alignment) { block in
            block.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        }
    }

    @usableFromInline
    func discard(
        _ block: UnsafeMutableRawPointer, size: Int, alignment: Int,
        deinitialize: @escaping (UnsafeMutableRawPointer) -> Void
    ) {
        core.pointee.trash.push(
            Trash(block: block, size: size, alignment: alignment, deinitialize: deinitialize))
    }

    /// Whether values wait to be released.
    @inlinable
    public var hasReleases: Bool { core.pointee.trash.count > 0 }

    /// Releases the values that turns and recomputations replaced. Application code may run in
    /// their `deinit`; call it where that may read and ask for turns, never inside a walk.
    public func releaseReplacedValues() {
        guard !core.pointee.drainingTrash else { return }
        core.pointee.drainingTrash = true
        while core.pointee.trash.count > 0 {
            let trash = core.pointee.trash.pop()
            trash.deinitialize(trash.block)
            deallocate(trash.block, size: trash.size, alignment: trash.alignment)
        }
        core.pointee.drainingTrash = false
    }
}
