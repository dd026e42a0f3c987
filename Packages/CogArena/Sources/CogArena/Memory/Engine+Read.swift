extension Engine {
    /// A settled value, read without becoming anyone's dependency.
    @inlinable
    public func peek<Value, Key: Hashable>(_ family: Family<Value, Key>, _ key: Key) -> Value {
        if core.pointee.comparing { trapReadInEquals(family) }
        let row = locate(family, key)
        if core.pointee.rows[row].tag.needsWork { ensureReadable(row) }
        return valuePointer(of: row, as: Value.self).pointee
    }

    /// Makes a row's value readable, or reports the cycle that keeps it from being so.
    @usableFromInline
    @inline(never)
    func ensureReadable(_ row: RowIndex) {
        if core.pointee.rows[row].tag.has(Tag.computing) {
            reportCycle(closing: row)
        } else {
            settle(row)
        }
        if core.pointee.rows[row].tag.state == .fresh {
            fatalError(
                "CogArena: \(describe(row)) depends on itself before it ever had a value, "
                    + "so there is nothing to answer with.")
        }
    }

    @usableFromInline
    @inline(never)
    func trapReadInEquals(_ family: AnyFamily) -> Never {
        fatalError(
            """
            CogArena: '\(family.label)' was read inside an equality rule. An `equals:` rule may \
            only look at its two arguments; move what it needs into the value.
            """)
    }

    /// Whether application code that must not write is on the stack, and whose it is.
    public var computingDescription: String? {
        if core.pointee.comparing { return "an equality rule" }
        guard core.pointee.computing > 0 else { return nil }
        for index in stride(from: core.pointee.frames.count - 1, through: 0, by: -1) {
            let row = core.pointee.frames[index].row
            if core.pointee.rows[row].tag.has(Tag.computing) { return describe(row) }
        }
        return "a selector"
    }

    @inlinable
    public var isComputing: Bool { core.pointee.computing > 0 || core.pointee.comparing }

    /// Traps with the whole path of a cycle, or hands it to the hook that a tool installed.
    @inline(never)
    func reportCycle(closing row: RowIndex) {
        var path: [String] = []
        for index in 0..<core.pointee.frames.count {
            let waiting = core.pointee.frames[index].row
            if waiting == row { path = [] }
            path.append(describe(waiting))
        }
        path.append(describe(row))
        let message = """
            CogArena: a cycle: \(path.joined(separator: " → ")). A value cannot be computed from \
            itself; break the loop, or read the previous value with `curr`.
            """
        guard let onCycle = core.pointee.onCycle else { fatalError(message) }
        onCycle(message)
    }

    func describe(_ row: RowIndex) -> String {
        let family = head(of: row).pointee.family
        return "'\(family.label)\(family.describeKey(core.pointee.rows[row].cell))'"
    }

    /// Hands a cycle's message to `hook` instead of trapping; the read that closed the cycle
    /// then answers with the row's previous value, and adds no edge (GRAPH-4, GRAPH-5).
    public func setCycleHook(_ hook: ((String) -> Void)?) { core.pointee.onCycle = hook }
}
