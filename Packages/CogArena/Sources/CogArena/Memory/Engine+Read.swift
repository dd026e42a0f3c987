extension Engine {
    /// Whether a row of a family is that of a key.
    @inlinable
    @inline(__always)
    func hasKey<Value, Key: Hashable>(
        _ row: RowIndex, _ family: Family<Value, Key>, _ key: Key
    ) -> Bool {
        Key.self == Unkeyed.self || self.key(of: row, as: Family<Value, Key>.self) == key
    }

    /// Whether a row is that of a key, and needs no work.
    @inlinable
    @inline(__always)
    func isSettled<Value, Key: Hashable>(
        _ row: RowIndex, _ family: Family<Value, Key>, _ key: Key
    ) -> Bool {
        core.pointee.rows[row].tag.difference(to: family.cleanTag) == 0 && hasKey(row, family, key)
    }

    /// A settled value, read without becoming anyone's dependency.
    @inlinable
    public func peek<Value, Key: Hashable>(_ family: Family<Value, Key>, _ key: Key) -> Value {
        if core.pointee.comparing != .none { trapReadInEquals(family, key) }
        let row = locate(family, key)
        if core.pointee.rows[row].tag.needsWork, !makeReadable(row) {
            return unsettledValue(of: row, as: Value.self)
        }
        if core.pointee.rows[row].tag.notesDemand { noteDemand(row) }
        return valuePointer(of: row, as: Value.self).pointee
    }

    /// The settled value of a key's row, made if there is none; its demand is not noted.
    ///
    /// Traps inside an equality rule.
    ///
    /// - Parameter note: Is told which row it is before the row is settled. It must not release it.
    @inlinable
    @inline(__always)
    public func value<Value, Key: Hashable>(
        of family: Family<Value, Key>, _ key: Key, noting note: (Slot) -> Void
    ) -> Value {
        let row = locate(family, key)
        note(slot(of: row))
        if core.pointee.comparing != .none { trapReadInEquals(family, key) }
        if core.pointee.rows[row].tag.needsWork, !makeReadable(row) {
            noteUnsettled(row)
            return unsettledValue(of: row, as: Value.self)
        }
        return valuePointer(of: row, as: Value.self).pointee
    }

    /// Whether rows are listed as idle or replaced values wait to be released.
    @inlinable
    public var hasLeftovers: Bool { core.pointee.idle.count > 0 || core.pointee.trash.count > 0 }

    @usableFromInline
    @inline(never)
    func trapReadInEquals<Value, Key>(_ family: Family<Value, Key>, _ key: Key) -> Never {
        let read = Key.self == Unkeyed.self ? family.label : "\(family.label)[\(key)]"
        fatalError(
            """
            CogArena: '\(read)' was read inside the equality rule of \
            \(describe(core.pointee.comparing)). An `equals:` rule may only look at its two \
            arguments; move what it needs into the value.
            """)
    }

    /// Settles a row for a reader, unless that closes a cycle.
    ///
    /// - Returns: Whether the row is settled. False only after a hook took the cycle's message.
    @usableFromInline
    @inline(never)
    func makeReadable(_ row: RowIndex) -> Bool {
        let rows = core.pointee.rows
        let tag = rows[row].tag
        if tag.has(Tag.computing | Tag.spoilt) { return isReadableUnsettled(row) }
        checkStackRoom(for: row)
        if !tag.mustRunAtOnce {
            let first = core.pointee.edges[rows[row].firstDependency].producer
            if rows[first].tag.needsWork || rows[first].changedAt <= rows[row].checkedAt {
                return settle(row)
            }
        }
        return runAlone(row)
    }

    @inline(never)
    private func isReadableUnsettled(_ row: RowIndex) -> Bool {
        if core.pointee.rows[row].tag.has(Tag.computing) { reportCycle(closing: row) }
        return false
    }

    /// Whether application code that must not write is on the stack, and whose it is.
    public var computingDescription: String? {
        if core.pointee.comparing != .none {
            return "the equality rule of \(describe(core.pointee.comparing))"
        }
        guard core.pointee.computing > 0 else { return nil }
        for index in stride(from: core.pointee.frames.count - 1, through: 0, by: -1) {
            let row = core.pointee.frames[index].row
            if core.pointee.rows[row].tag.has(Tag.computing) { return describe(row) }
        }
        return "a selector"
    }

    @inlinable
    public var isComputing: Bool { core.pointee.computing > 0 || core.pointee.comparing != .none }

    func describe(_ row: RowIndex) -> String {
        let family = head(of: row).pointee.family
        return "'\(family.label)\(family.describeKey(in: core.pointee.rows[row].cell))'"
    }
}
