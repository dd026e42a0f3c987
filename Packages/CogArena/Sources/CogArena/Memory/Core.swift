/// All state of one arena, behind one pointer.
///
/// It is a plain struct so that the walks touch memory directly: a class's stored property
/// would cost an exclusivity check on each access. Only `Engine` reaches it.
@usableFromInline
struct Core {
    @usableFromInline let arena: UInt64
    @usableFromInline var rows: UnsafeMutablePointer<Row>
    @usableFromInline var cold: UnsafeMutablePointer<ColdRow>
    @usableFromInline var tickets: Tickets
    @usableFromInline var edges: UnsafeMutablePointer<Edge>
    @usableFromInline var rowCount = 1
    var rowCapacity: Int
    var freeRow = RowIndex.none
    var liveRows = 0
    var edgeCount = 1
    var edgeCapacity: Int
    var freeEdge = EdgeIndex.none
    var liveEdges = 0

    @usableFromInline var revision: Revision
    @usableFromInline var runSerial: UInt32
    /// The generation of a position's first life.
    let firstGeneration: UInt32
    /// How many rows there may be, and how many dependencies.
    let limit: Int
    var nextOrder: UInt64 = 1
    /// How many selectors, starting values and equality rules are on the stack.
    @usableFromInline var computing = 0
    /// The row whose equality rule is on the stack; none outside of rules.
    @usableFromInline var comparing = RowIndex.none

    var frames = PointerStack<Frame>(capacity: 64)
    var marks = PointerStack<EdgeIndex>(capacity: 64)
    @usableFromInline var woken = PointerStack<RowIndex>(capacity: 64)
    /// Watchers that have to run, in registration order.
    @usableFromInline var due = PointerStack<Slot>(capacity: 8)
    var staged = PointerStack<Staged>(capacity: 16)
    var changed = PointerStack<RowIndex>(capacity: 16)
    @usableFromInline var trash = PointerStack<Trash>(capacity: 16)
    var drainingTrash = false
    /// Observed rows that were marked since the front end last took them.
    @usableFromInline var observed = PointerStack<ObservedMark>(capacity: 8)
    /// Awaited rows whose value changed when they were settled last.
    @usableFromInline var told = PointerStack<RowIndex>(capacity: 8)
    /// Releasable rows that were asked for, or that lost their last reader.
    @usableFromInline var idle = PointerStack<RowIndex>(capacity: 8)

    var blocks = BlockPool()
    /// The rows of unkeyed families.
    var singles = KeyTable()
    var tables: [UInt64: UnsafeMutablePointer<KeyTable>] = [:]
    /// How many of them are idle.
    var idleTables = 0
    var cycleHook: CycleHook?
    /// Who made the arena; it outlives it.
    unowned(unsafe) var frontEnd: AnyObject?
    /// Whether the front end wants to know which rows run and which sources are written.
    @usableFromInline var isTracing = false
    var ran = PointerStack<Begun<RunCause>>(capacity: 4)
    var written = PointerStack<Begun<Any?>>(capacity: 4)
    /// Derived rows and watchers that something outside the arena changed.
    var stale = PointerStack<Slot>(capacity: 4)
    var stack = StackRoom()
    #if DEBUG
        /// Families whose keys never repeat, that nobody was told of.
        var unstable: [String] = []
    #endif
    /// Rows that a cycle spoilt in the running settlement, and watchers that read such rows.
    var spoilt = PointerStack<RowIndex>(capacity: 4)
    var spoiltWatchers = PointerStack<RowIndex>(capacity: 4)
    /// How many recorded runs are looked through for those of rows that went.
    var pruneAt = Engine.leastToPrune

    init(arena: UInt64, startingAt start: UInt32, limit: Int) {
        self.arena = arena
        self.limit = limit
        revision = Revision(start)
        runSerial = start
        firstGeneration = max(start, 1)
        rowCapacity = min(64, limit + 1)
        rows = .room(for: rowCapacity)
        cold = .room(for: rowCapacity)
        tickets = Tickets(capacity: rowCapacity)
        edgeCapacity = min(64, limit + 1)
        edges = .room(for: edgeCapacity)
        rows.initialize(
            to: Row(
                tag: Tag(bits: Tag.vacant), cell: UnsafeMutableRawPointer(rows),
                firstDependency: .none, firstSubscriber: .none,
                changedAt: Revision(0), checkedAt: Revision(0)))
        cold.initialize(to: ColdRow())
        edges.initialize(
            to: Edge(
                producer: .none, consumer: .none, nextDependency: .none,
                nextSubscriber: .none, previousSubscriber: .none))
    }

    /// The capacity that follows one, the sentinel's place included. A large table grows by a
    /// quarter: each row is moved four times on average, and the room that waits for rows is a ninth.
    func larger(_ capacity: Int) -> Int {
        min(capacity < 1_024 ? capacity * 2 : capacity + capacity / 4, limit + 1)
    }

    /// Empties what speaks of rows, once all are vacant.
    mutating func forgetRows() {
        edgeCount = 1
        freeEdge = .none
        liveEdges = 0
        for table in tables.values {
            table.pointee.removeAll()
            table.pointee.isIdle = true
        }
        idleTables = tables.count
        singles.removeAll()
        woken.removeAll()
        due.removeAll()
        staged.removeAll()
        observed.removeAll()
        told.removeAll()
        idle.removeAll()
        ran.removeAll()
        written.removeAll()
        stale.removeAll()
        spoiltWatchers.removeAll()
    }

    mutating func destroy() {
        rows.giveBack()
        cold.giveBack()
        tickets.destroy()
        edges.giveBack()
        frames.destroy()
        marks.destroy()
        woken.destroy()
        due.destroy()
        staged.destroy()
        changed.destroy()
        trash.destroy()
        stale.destroy()
        ran.destroy()
        written.destroy()
        observed.destroy()
        told.destroy()
        idle.destroy()
        spoilt.destroy()
        spoiltWatchers.destroy()
        singles.destroy()
        for table in tables.values {
            table.pointee.destroy()
            table.deallocate()
        }
        blocks.destroy()
    }
}

/// One row being settled, and the dependency it waits for.
struct Frame {
    var row: RowIndex
    var edge: EdgeIndex
}

/// A value written in the running turn, not yet compared with the current one.
struct Staged {
    let row: RowIndex
    let value: UnsafeMutableRawPointer
}

/// A block whose content waits to be released where application code may run.
@usableFromInline
struct Trash {
    let block: UnsafeMutableRawPointer
    let size: Int
    let alignment: Int
    let deinitialize: (UnsafeMutableRawPointer) -> Void
}

/// An unowned reference to an arena's state, small enough to pass in a register.
///
/// The arena that made it must outlive it; front ends keep both together.
@frozen
public struct Engine {
    @usableFromInline let core: UnsafeMutablePointer<Core>

    init(arena: UInt64, startingAt start: UInt32, limit: Int) {
        core = .allocate(capacity: 1)
        core.initialize(to: Core(arena: arena, startingAt: start, limit: limit))
    }

    /// Frees the state; the owner calls it last, once.
    func destroy() {
        core.pointee.destroy()
        core.deinitialize(count: 1)
        core.deallocate()
    }
}
