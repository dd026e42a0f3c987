// A releasable row is listed when someone outside asks for it, and when its last reader leaves it.
// The front end takes the list where nothing is under way, and decides what stays.
extension Engine {
    @usableFromInline
    @inline(never)
    func noteDemand(_ row: RowIndex) {
        core.pointee.rows[row].tag.bits |= Tag.demanded
        list(row)
    }

    @inline(never)
    func noteLeft(_ producer: RowIndex, by consumer: RowIndex) {
        let tag = core.pointee.rows[producer].tag
        if tag.has(Tag.observed) { return }
        // Who watched it was a reason to keep it; who only computed from it was none (LIFE-2).
        if core.pointee.rows[consumer].tag.has(Tag.watcher) {
            core.pointee.rows[producer].tag.bits |= Tag.demanded | Tag.left
            list(producer)
        } else if core.pointee.rows[producer].firstSubscriber == .none {
            list(producer)
        }
    }

    private func list(_ row: RowIndex) {
        guard !core.pointee.rows[row].tag.has(Tag.listed) else { return }
        core.pointee.rows[row].tag.bits |= Tag.listed
        core.pointee.idle.push(row)
    }

    @inlinable
    public var hasIdle: Bool { core.pointee.idle.count > 0 }

    /// Takes one row of the list, the latest first; nil when there is none.
    ///
    /// - Returns: The row; whether it was demanded: asked for from outside, or left by a watcher; and
    ///   whether the latter. It may have readers again.
    public func takeIdle() -> (slot: Slot, isDemanded: Bool, isLeft: Bool)? {
        while core.pointee.idle.count > 0 {
            let row = core.pointee.idle.pop()
            let tag = core.pointee.rows[row].tag
            // Released meanwhile, and perhaps another row now.
            guard tag.has(Tag.listed) else { continue }
            core.pointee.rows[row].tag.bits &= ~(Tag.listed | Tag.demanded | Tag.left)
            return (slot(of: row), tag.has(Tag.demanded), tag.has(Tag.left))
        }
        return nil
    }

    /// Whether a row is read by another, computing or staged, so that it may not be released even
    /// when it is no longer observed. Traps when the slot is stale.
    public func isInUse(_ slot: Slot) -> Bool {
        requireLive(slot)
        return core.pointee.rows[slot.row].firstSubscriber != .none
            || core.pointee.rows[slot.row].tag.has(Tag.computing | Tag.staged | Tag.running)
    }

    /// What the front end keeps for a row's family, or for a watcher; nil for a stale slot too.
    @inlinable
    public func annotation(of slot: Slot) -> AnyObject? {
        isLive(slot) ? head(of: slot.row).pointee.family.annotation : nil
    }

    /// The same as an object of a class that it is known to be of, for a front end that keeps it
    /// meanwhile: to hold it takes longer than all else about a call.
    @inlinable
    @inline(__always)
    public func unheldAnnotation<T: AnyObject>(of slot: Slot, as: T.Type) -> Unmanaged<T>? {
        guard isLive(slot), let annotation = head(of: slot.row).pointee.family.annotation else {
            return nil
        }
        return .passUnretained(unsafeDowncast(annotation, to: T.self))
    }

    /// What messages call a row.
    public func describe(_ slot: Slot) -> String { describe(slot.row) }

    /// The slot of a key's row; nil when there is none.
    @inlinable
    public func existing<Value, Key: Hashable>(_ family: Family<Value, Key>, _ key: Key) -> Slot? {
        let row = find(family, key)
        return row == .none ? nil : slot(of: row)
    }

    /// The slot of a key's row, made if there is none.
    @inlinable
    public func slot<Value, Key: Hashable>(of family: Family<Value, Key>, _ key: Key) -> Slot {
        slot(of: locate(family, key))
    }
}
