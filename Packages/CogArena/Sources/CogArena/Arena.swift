import Synchronization

/// A generational store of typed values that recomputes what depends on what was written.
///
/// Rows belong to families: a `Family` says how a row's value starts or is computed, and any
/// number of arenas hold rows of it. Writes are staged and published together; reads settle
/// what they need and nothing else.
///
/// Confine an arena, and the families used with it, to one isolation.
public final class Arena {
    /// The operations underneath, for front ends that schedule turns and watchers themselves.
    public let engine: Engine
    private var watchers: [Slot: (inout Tracker) -> Void] = [:]
    /// The watcher whose body is on the stack; none outside.
    private var running = Slot.none

    /// How many rows an arena can hold, and how many dependencies.
    public static let mostRows = Int(Int32.max)

    /// Makes an arena without rows.
    ///
    /// - Parameters:
    ///   - limit: How many rows it may hold, and how many dependencies; one more traps. The most
    ///     there can be unless given, less to keep what fills it without end from taking all memory.
    ///   - start: Where revisions, runs and each position's lives are counted from; a high number
    ///     shows what happens when they run out.
    public init(limit: Int = mostRows, startingAt start: UInt32 = 1) {
        engine = Engine(
            arena: Self.nextID.wrappingAdd(1, ordering: .relaxed).newValue, startingAt: start,
            limit: min(max(limit, 0), Self.mostRows))
    }

    deinit {
        removeAll()
        engine.destroy()
    }

    private static let nextID = Atomic<UInt64>(0)

    /// The settled value of a row, made on first demand.
    ///
    /// Traps on a cycle, and inside an equality rule.
    @inlinable
    public func value<Value, Key: Hashable>(of family: Family<Value, Key>, _ key: Key) -> Value {
        engine.peek(family, key)
    }

    /// The settled value of a family's only row.
    @inlinable
    public func value<Value>(of family: Family<Value, Unkeyed>) -> Value {
        engine.peek(family, Unkeyed())
    }

    /// Stages a source's next value; nobody sees it until `commit()`.
    ///
    /// Traps when the family is a derived one.
    @inlinable
    public func stage<Value, Key: Hashable>(
        _ value: consuming Value, in family: Family<Value, Key>, _ key: Key
    ) {
        if !family.isSource { family.trapNotASource() }
        engine.stage(value, in: family, key)
    }

    /// Publishes the staged values that differ from the current ones, and runs the watchers
    /// whose dependencies changed, in registration order.
    ///
    /// Traps inside a selector, an equality rule and a watcher: what they read is to stay as it is.
    ///
    /// - Returns: Whether anything changed.
    @discardableResult
    public func commit() -> Bool {
        if let name = nameUnderWay { trapCommit(during: name) }
        let changed = engine.commit()
        for index in 0..<engine.settleWoken() {
            let slot = engine.dueWatcher(index)
            if let body = watchers[slot] { run(slot, body) }
        }
        engine.releaseReplacedValues()
        return changed
    }

    /// Runs `body` now, and after each `commit()` that changed something it read last.
    ///
    /// - Parameters:
    ///   - label: Names the watcher in messages.
    ///   - body: Reads through the tracker it is given. It may stage, and must not commit.
    /// - Returns: The slot to release when it should end.
    @discardableResult
    public func watch(_ label: String, _ body: @escaping (inout Tracker) -> Void) -> Slot {
        let slot = engine.addWatcher(label: label)
        watchers[slot] = body
        run(slot, body)
        return slot
    }

    private func run(_ slot: Slot, _ body: (inout Tracker) -> Void) {
        let outer = running
        running = slot
        engine.runWatcher(slot, body)
        running = outer
    }

    private var nameUnderWay: String? {
        engine.isComputing ? engine.computingDescription : running == .none ? nil : engine.describe(running)
    }

    @inline(never)
    private func trapCommit(during name: String) -> Never {
        fatalError(
            "CogArena: commit() was called while \(name) runs. Stage there, and commit when it is over.")
    }

    /// The slot of a key's row, made if there is none.
    @inlinable
    public func slot<Value, Key: Hashable>(of family: Family<Value, Key>, _ key: Key) -> Slot {
        engine.slot(of: engine.locate(family, key))
    }

    /// Whether a slot's row still lives.
    public func contains(_ slot: Slot) -> Bool { engine.contains(slot) }

    /// Releases a row and ends a watcher; see `Engine.release`.
    ///
    /// - Returns: False, with nothing done, when the slot is stale or the row is in use.
    @discardableResult
    public func release(_ slot: Slot) -> Bool {
        guard engine.release(slot) else { return false }
        // Taken out, and gone at the end: what a body holds last may add and end watchers.
        let body = watchers.removeValue(forKey: slot)
        engine.releaseReplacedValues()
        return withExtendedLifetime(body) { true }
    }

    /// Releases every row whoever needs it, and ends the watchers. All slots are stale afterwards.
    ///
    /// Values are released last, where their `deinit` finds an arena without rows. O(rows).
    ///
    /// Traps inside a selector, an equality rule and a watcher.
    public func removeAll() {
        let bodies = watchers
        watchers = [:]
        engine.releaseAll()
        withExtendedLifetime(bodies) {}
    }

    /// How many rows live.
    public var count: Int { engine.liveRows }
}

extension AnyFamily {
    @usableFromInline
    @inline(never)
    func trapNotASource() -> Never {
        fatalError(
            "CogArena: '\(label)' is computed, so it cannot be written. Write what it reads.")
    }
}
