/// An app's state: the one handle that reads and writes the graph.
///
/// Dropping the last reference, from any thread, tears the context down on the MainActor
/// (CTX-3). Isolated to the MainActor.
@MainActor
public final class Cogs: CogOps {
    @_spi(Mechanisms) public let context: Context
    static var isAssembled = false

    @_spi(Mechanisms)
    public init(context: Context) { self.context = context }

    deinit {
        let context = context
        Task { @MainActor in context.close() }
    }

    /// Makes the process's one production context.
    ///
    /// Traps, in every build, while another lives or is being torn down (CTX-1).
    public static func assemble() -> Cogs { Cogs(context: claimProduction()) }

    @_spi(Mechanisms)
    public static func claimProduction() -> Context {
        if isAssembled {
            fatalError(
                """
                CogGraph: Cogs.assemble() was called while the process's production context \
                lives. Make it once, keep it, and pass it on; tests make isolated contexts \
                with Cogs.forTesting().
                """)
        }
        isAssembled = true
        return Context(holdsProductionSlot: true)
    }

    public func turn(named name: String, _ body: @escaping @MainActor (inout Writer) -> Void) {
        context.turn(name, body)
    }

    /// A settled value; registers nothing (READ-2).
    public func peek<R: CogReadable>(_ reference: R) -> R.Value { context.peek(reference) }
}
