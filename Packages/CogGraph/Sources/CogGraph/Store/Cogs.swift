public import CogArena

/// An app's state: the one handle that reads and writes the graph.
///
/// Dropping the last reference, from any thread, tears the context down on the MainActor
/// (CTX-3). Isolated to the MainActor.
@MainActor
public final class Cogs: CogOps {
    @_spi(Mechanisms) public let context: Context
    @usableFromInline let engine: Engine
    static var isAssembled = false

    @_spi(Mechanisms)
    public init(context: Context) {
        self.context = context
        engine = context.engine
    }

    deinit {
        let context = context
        Task { @MainActor in context.close() }
    }

    /// Makes the process's one production context.
    ///
    /// Traps, in every build, while another lives or is being torn down (CTX-1).
    ///
    /// - Parameter history: How many of the latest turns are kept.
    public static func assemble(history: CogHistory = .standard) -> Cogs {
        Cogs(context: claimProduction(history: history))
    }

    @_spi(Mechanisms)
    public static func claimProduction(history: CogHistory) -> Context {
        if isAssembled {
            fatalError(
                """
                CogGraph: Cogs.assemble() was called while the process's production context \
                lives or is being torn down. Make it once, keep it, and pass it on; tests make \
                isolated contexts with Cogs.forTesting().
                """)
        }
        isAssembled = true
        return Context(holdsProductionSlot: true, history: history)
    }

    public func turn(named name: String, _ body: @escaping @MainActor (inout Writer) -> Void) {
        context.turn(name, body)
    }

    public func turnUnlessFlushing(
        named name: String, _ write: @MainActor (SoleWrite) -> Void
    ) -> Bool {
        context.turnUnlessFlushing(name, write)
    }

    public func discard<R: CogReadable>(_ reference: R) { context.discard(reference) }

    /// A settled value; registers nothing (READ-2).
    @inlinable
    public func peek<R: CogReadable>(_ reference: R) -> R.Value {
        let address = reference.address
        var value = engine.peek(address.family, address.key)
        if engine.hasLeftovers, restAfterRead() {
            value = engine.peek(address.family, address.key)
            // A demand again, whose grace begins now and not when something else happens.
            if engine.hasLeftovers { _ = restAfterRead() }
        }
        return value
    }

    @usableFromInline
    func restAfterRead() -> Bool { context.restAfterRead() }

    @usableFromInline
    func noteRead(_ slot: Slot) { context.noteRead(slot) }
}
