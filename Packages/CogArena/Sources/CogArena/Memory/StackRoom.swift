#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How far down the running thread's stack computations may go.
struct StackRoom {
    /// Selectors may nest this deep without a look at the stack.
    static let unchecked = 8
    /// Kept free for what the innermost selector calls, and for the message that ends it all.
    private static let reserve = 128 << 10

    /// The lowest address at which another selector may start.
    private(set) var floor: UInt = 0
    /// The lowest address at which selectors may still run inside one another where they need not.
    private(set) var nestingFloor: UInt = 0
    private(set) var size = 0

    /// Where the stack stands now.
    @inline(__always)
    static var top: UInt {
        var here: UInt8 = 0
        return withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
    }

    /// The room on the running thread's stack, measured once for each thread: on Linux the system reads the
    /// process's whole map for it.
    static func ofThisThread() -> StackRoom {
        guard let key = measured else { return StackRoom(of: pthread_self()) }
        if let known = pthread_getspecific(key) { return known.load(as: StackRoom.self) }
        let room = StackRoom(of: pthread_self())
        let kept = UnsafeMutablePointer<StackRoom>.allocate(capacity: 1)
        kept.initialize(to: room)
        if pthread_setspecific(key, kept) != 0 { kept.deallocate() }
        return room
    }

    /// Where each thread keeps its own, until it ends; nil where there is no place left.
    private static let measured: pthread_key_t? = {
        var key = pthread_key_t()
        #if canImport(Darwin)
            let error = pthread_key_create(&key) { $0.deallocate() }
        #else
            let error = pthread_key_create(&key) { $0?.deallocate() }
        #endif
        return error == 0 ? key : nil
    }()

    init() {}

    private init(of thread: pthread_t) {
        let (base, size) = Self.bounds(of: thread)
        self.size = size
        guard base != 0 else { return }
        floor = base + UInt(min(Self.reserve, size / 4))
        nestingFloor = base + UInt(min(Self.reserve * 2, size / 2))
    }

    /// The lowest address and the size of a stack; zeros where the system does not tell.
    private static func bounds(of thread: pthread_t) -> (base: UInt, size: Int) {
        #if canImport(Darwin)
            let size = pthread_get_stacksize_np(thread)
            return (UInt(bitPattern: pthread_get_stackaddr_np(thread)) - UInt(size), size)
        #else
            // Looked up by name: the header hides it from programs that do not ask for GNU's own.
            typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt
            guard let symbol = dlsym(nil, "pthread_getattr_np") else { return (0, 0) }
            let getAttributes = unsafeBitCast(symbol, to: GetAttributes.self)
            var attributes = pthread_attr_t()
            guard getAttributes(thread, &attributes) == 0 else { return (0, 0) }
            defer { pthread_attr_destroy(&attributes) }
            var base: UnsafeMutableRawPointer?
            var size = 0
            guard pthread_attr_getstack(&attributes, &base, &size) == 0 else { return (0, 0) }
            return (UInt(bitPattern: base), size)
        #endif
    }
}

extension Engine {
    /// Traps while there is still stack to say so when selectors that read rows without a value
    /// nest too deep (GRAPH-3). Looks at nothing but one counter until they nest at all deep.
    @inline(__always)
    func checkStackRoom(for row: RowIndex) {
        if core.pointee.computing >= StackRoom.unchecked { checkDeepStackRoom(for: row) }
    }

    @inline(never)
    private func checkDeepStackRoom(for row: RowIndex) {
        if core.pointee.computing == StackRoom.unchecked { core.pointee.stack = .ofThisThread() }
        let top = StackRoom.top
        if top >= core.pointee.stack.nestingFloor { return }
        if top < core.pointee.stack.floor { trapOutOfStack(row) }
        if !core.pointee.rows[row].tag.isFresh { settleFromBelow(row) }
    }

    /// Settles what a row read last, each row before those that read it, so that no selector runs inside
    /// another. A row that reads what changed before it reads the link below has to run for the first and
    /// would settle the second from inside; here the order is turned round, and what the row will not
    /// read again may be settled in vain. O(rows and dependencies to be settled).
    private func settleFromBelow(_ target: RowIndex) {
        let base = core.pointee.frames.count
        core.pointee.frames.push(Frame(row: target, edge: core.pointee.rows[target].firstDependency))
        while true {
            let top = core.pointee.frames.count - 1
            let edge = firstUnsettled(from: core.pointee.frames[top].edge)
            if edge != .none {
                core.pointee.frames[top].edge = edge
                let producer = core.pointee.edges[edge].producer
                core.pointee.frames.push(
                    Frame(row: producer, edge: core.pointee.rows[producer].firstDependency))
                continue
            }
            let row = core.pointee.frames[top].row
            core.pointee.frames.count = top
            if top == base { return }
            _ = makeReadable(row)
            core.pointee.frames[top - 1].edge =
                core.pointee.edges[core.pointee.frames[top - 1].edge].nextDependency
        }
    }

    /// The first dependency from `edge` on that has a value and is to be settled.
    private func firstUnsettled(from edge: EdgeIndex) -> EdgeIndex {
        var edge = edge
        while edge != .none {
            let tag = core.pointee.rows[core.pointee.edges[edge].producer].tag
            if tag.needsWork, !tag.isFresh, !tag.has(Tag.computing | Tag.spoilt) { break }
            edge = core.pointee.edges[edge].nextDependency
        }
        return edge
    }

    @inline(never)
    private func trapOutOfStack(_ row: RowIndex) -> Never {
        fatalError(
            """
            CogArena: \(describe(row)) is read by selectors that run inside one another, \
            \(core.pointee.computing) deep from \(describe(core.pointee.frames[0].row)), and this \
            thread's stack of \(core.pointee.stack.size >> 10) KB has no room for more. Only values \
            not yet computed nest: read a long chain first from its source's end, a part at a time.
            """)
    }
}
