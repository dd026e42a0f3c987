@_spi(Mechanisms) public import CogGraph
@_spi(Mechanisms) public import CogMechanisms
@_exported import TestClocks

extension Cogs {
    /// Makes an isolated context, which never claims the production slot (CTX-2).
    ///
    /// - Parameters:
    ///   - seeding: Arranges state after the context exists and before any mechanism operates.
    ///   - mechanisms: Operated in order, as in production.
    public static func forTesting(
        seeding: @MainActor (Cogs) -> Void = { _ in }, mechanisms: [any Mechanism] = []
    ) -> Cogs {
        let cogs = Cogs(context: Context(holdsProductionSlot: false))
        seeding(cogs)
        cogs.install(mechanisms)
        return cogs
    }

    #if DEBUG
        /// Writes quietly: no turn, no reaction. What depends on the source is marked, so the
        /// next turn settles it before reactions run (TEST-1). Debug builds only (TEST-3).
        ///
        /// Traps inside a turn, a selector or a reaction.
        public func seed<R: CogWritable>(_ source: R, to value: R.Value) {
            context.seed(source, to: value)
        }
    #endif

    /// Takes the warnings that would go to standard error.
    public func onDiagnostic(_ take: @escaping @MainActor (String) -> Void) {
        context.onDiagnostic = take
    }

    /// Takes the messages of cycles, which otherwise trap (GRAPH-4).
    ///
    /// The read that closed the cycle answers with the cog's previous value. A cog that is
    /// computed for the first time has none: it answers with the first stand-in of its type,
    /// and traps when there is none. Once the cycle is gone, everything it touched is computed
    /// anew (GRAPH-5).
    ///
    /// - Parameters:
    ///   - standIns: Values for cogs that have none yet.
    ///   - take: Gets each message; it runs while a selector does, so it must not read or write.
    public func onCycle(
        standingIn standIns: [Any] = [], _ take: @escaping @MainActor (String) -> Void
    ) {
        context.onCycle(standingIn: standIns, take)
    }

    /// Calls `acknowledge` once the context has been torn down and nothing of it runs any more.
    public func onTearDown(_ acknowledge: @escaping @MainActor () -> Void) {
        context.afterClose(acknowledge)
    }
}
