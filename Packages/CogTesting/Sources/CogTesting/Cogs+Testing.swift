@_spi(Mechanisms) public import CogGraph
@_spi(Mechanisms) public import CogMechanisms
@_exported import TestClocks

extension Cogs {
    /// Makes an isolated context, which never claims the production slot (CTX-2).
    ///
    /// - Parameters:
    ///   - seeding: Arranges state after the context exists and before any mechanism operates.
    ///   - mechanisms: Operated in order, as in production.
    ///   - clock: Measures graces, paces and freshness; one that stands still unless given.
    ///   - grace: How long state is kept after it was last asked for.
    ///   - history: How many of the latest turns are kept; 256, in release builds too, unless given.
    public static func forTesting(
        seeding: @MainActor (Cogs) -> Void = { _ in }, mechanisms: [any Mechanism] = [],
        clock: any Clock<Duration> = TestClock(), grace: Duration = .seconds(30),
        history: CogHistory = .latest(256)
    ) -> Cogs {
        let cogs = Cogs(
            context: Context(
                holdsProductionSlot: false, grace: grace, clock: clock, history: history))
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

    /// Which rows of a declaration live here, and what keeps each alive (HIST-2).
    public func census(of declaration: some CogDeclaration) -> CogCensus {
        declaration.census(in: context)
    }

    /// How many states some UI has read (UI-1).
    public var boundaryCount: Int { context.boundaryCount }

    /// How much lives: rows with reactions and sequences, and dependencies.
    public var liveCounts: LiveCounts {
        LiveCounts(rows: context.rowCount, dependencies: context.edgeCount)
    }

    /// How many states wait for the end of their grace (LIFE-6).
    public var graceEntryCount: Int { context.graceEntryCount }

    /// Returns once graces next come to their end and what they kept has gone.
    public func graceEnded() async { await context.next(.graceEnded) }

    /// Returns once what was held back until a moment that has come next is dealt with: paces and freshness
    /// (PACE-1, QUERY-1).
    public func alarmsRang() async { await context.next(.alarmsRang) }

    /// Returns once no sequence of values is under way and their leases have ended.
    public func exportsEnded() async {
        while context.exportCount > 0 { await context.next(.exportEnded) }
    }

    /// Returns once a turn that is yet to come, and all it causes, is over.
    public func nextTurn() async { await context.next(.cameToRest) }

    /// Calls `acknowledge` once the context has been torn down and nothing of it runs any more.
    public func onTearDown(_ acknowledge: @escaping @MainActor () -> Void) {
        context.afterClose(acknowledge)
    }
}

/// How much of a context lives.
public struct LiveCounts: Hashable, Sendable {
    /// Rows of state, reactions, and sequences of values.
    public let rows: Int
    /// What rows read of one another, each pair counted once.
    public let dependencies: Int
}
