/// What operations extend: anything that can read the graph and write it in turns.
///
/// An app's operations are methods in extensions of this protocol, so that they work on a
/// context and on a mechanism's controller alike. Isolated to the MainActor.
@MainActor
public protocol CogOps: AnyObject {
    /// Runs a named turn now, joins the one whose body runs, or queues behind a flush.
    func turn(named name: String, _ body: @escaping @MainActor (inout Writer) -> Void)

    /// Writes one source in a turn that need not wait, or in the one whose body runs.
    ///
    /// `turn(_:to:)` is made of it: unlike the body of a turn that may have to wait, `write` takes no
    /// room of its own.
    ///
    /// - Returns: False, with nothing done, during a flush.
    func turnUnlessFlushing(named name: String, _ write: @MainActor (SoleWrite) -> Void) -> Bool

    /// A settled value, with nothing registered.
    func peek<R: CogReadable>(_ reference: R) -> R.Value

    /// Lets go of state that nothing but the UI's past reads or its grace keeps (LIFE-5).
    ///
    /// It happens at once when the graph is idle, else after the running turn's flush. State that
    /// something reads, watches or has just written is left alone. Whoever tracked it through
    /// Observation is told last, and reads it again from its start.
    ///
    /// Traps when the declaration lives as long as the app, and inside a selector.
    func discard<R: CogReadable>(_ reference: R)

    /// Takes the async states that bear `tag` for invalid: what watches them has them chosen anew at once,
    /// others are at their next demand.
    ///
    /// It happens at once when the graph is idle, else after the running turn's flush (TURN-12). What was
    /// loading may be from before the change, so its result is not taken (QUERY-1).
    ///
    /// Traps inside a selector or an equality rule.
    func invalidate(_ tag: any Hashable & Sendable)

    /// Chooses an async cog's work anew, and gives the handle of exactly that run.
    ///
    /// It happens at once when the graph is idle, else after the running turn's flush (TURN-12). It
    /// demands the state once: with no other owner its grace begins anew.
    ///
    /// Traps inside a selector or an equality rule.
    @discardableResult
    func refresh<R: CogAsync>(_ reference: R) -> CogRefresh<R.Value>
}

extension CogOps {
    /// Writes sources together: the only way to write (TURN-1).
    ///
    /// When idle, the turn runs whole before this returns: writes, settlement, reactions, and
    /// the turns that those ask for. Inside another turn's body it joins that turn (TURN-3);
    /// asked for by a reaction it waits until the running flush is over (TURN-7).
    ///
    /// Traps inside a selector or an equality rule, before the body runs (TURN-8).
    ///
    /// - Parameters:
    ///   - name: Names the turn in messages; the calling function unless given.
    ///   - body: Stages writes through its writer. It neither throws nor returns a value,
    ///     because a queued turn has nobody to answer (TURN-4).
    public func turn(
        name: String = #function, _ body: @escaping @MainActor (inout Writer) -> Void
    ) {
        turn(named: name, body)
    }

    /// Writes one source in a turn of its own, or in the one whose body runs.
    @inlinable
    public func turn<R: CogWritable>(
        _ source: R, to value: R.Value, name: String = #function
    ) {
        if turnUnlessFlushing(named: name, { $0.write(value, to: source) }) { return }
        turn(named: name) { c in c[source] = value }
    }
}
