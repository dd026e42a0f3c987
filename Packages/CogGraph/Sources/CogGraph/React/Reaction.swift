import CogArena

/// One registered reaction: a body that runs when what it read last has changed. Used on the MainActor.
@_spi(Mechanisms)
public final class Reaction: @unchecked Sendable {
    public let label: String
    @exclusivity(unchecked) var slot = Slot.none
    private let body: Body
    @exclusivity(unchecked) var isCancelled = false
    @exclusivity(unchecked) private(set) var isRunning = false
    /// Holds its deliveries back, if anything does.
    var pacer: Pacer?
    #if DEBUG
        var runs = 0
        /// The run in which it first registered another; zero for none.
        var registeringRun = 0
    #endif

    init(label: String, body: @escaping @MainActor (inout Reader) -> Void) {
        self.label = label
        self.body = unsafeBitCast(IsolatedBody(call: body), to: Body.self)
    }

    /// A body, isolated and not, which is no part of how it is called. `Carried` would not do: a function
    /// in a generic struct is called through one that fits all types.
    private struct IsolatedBody {
        let call: @MainActor (inout Reader) -> Void
    }
    private struct Body {
        let call: (inout Reader) -> Void
    }

    /// Runs a reaction that its row, which lives, keeps meanwhile.
    ///
    /// - Returns: Whether it was cancelled by then.
    @inline(__always)
    static func run(_ reaction: Unmanaged<Reaction>, _ watcher: Slot, in engine: Engine) -> Bool {
        reaction._withUnsafeGuaranteedRef { reaction in
            reaction.isRunning = true
            #if DEBUG
                reaction.runs += 1
            #endif
            engine.rerunWatcher(watcher) { tracker in
                Reader.lend(&tracker) { reader in reaction.body.call(&reader) }
            }
            reaction.isRunning = false
            return reaction.isCancelled
        }
    }
}

@_spi(Mechanisms)
extension Context {
    /// Adds a reaction behind all others and runs it once: now when idle, else at the tail of
    /// the running turn's flush, before queued turns (REACT-3).
    ///
    /// Traps inside a selector or an equality rule.
    ///
    /// - Parameters:
    ///   - endsByItself: Whether what is registered ends when the running reaction runs again, as in a
    ///     scope that a reaction opens, so that a later run may register once more.
    ///   - adopt: Is given the reaction before it first runs. Turns that the first run asks for may end
    ///     its owner before this returns.
    @discardableResult
    public func register(
        _ label: String, endsByItself: Bool = false, adopting adopt: (Reaction) -> Void = { _ in },
        _ body: @escaping @MainActor (inout Reader) -> Void
    ) -> Reaction {
        if engine.isComputing {
            fatalError(
                "CogGraph: reaction '\(label)' was registered while "
                    + "\(engine.computingDescription ?? "a selector") computes. Register from a "
                    + "mechanism.")
        }
        if !endsByItself { noteRegistration(label) }
        let reaction = Reaction(label: label, body: body)
        reaction.slot = engine.addWatcher(label: label, annotation: reaction)
        reactions[reaction.slot] = reaction
        registered.append(reaction)
        adopt(reaction)
        if phase == .idle {
            phase = .flushing
            runRegistered()
            releaseReplacedValues()
            drain()
        }
        return reaction
    }

    /// Warns once when a reaction registers again on a later run: its next run does not undo what
    /// it registered, so registrations would gather (REACT-7).
    private func noteRegistration(_ label: String) {
        #if DEBUG
            guard let running = running?.takeUnretainedValue() else { return }
            if running.registeringRun == 0 {
                running.registeringRun = running.runs
            } else if running.registeringRun != running.runs, running.registeringRun != .max {
                running.registeringRun = .max
                onDiagnostic(
                    """
                    CogGraph: reaction '\(running.label)' registered '\(label)' when it ran again. \
                    What a reaction registers stays when it runs again; register it once, outside.
                    """)
            }
        #endif
    }

    /// Ends a reaction. It does not run again, even if it is woken already (REACT-5).
    ///
    /// Traps inside a selector or an equality rule: the walk that runs it may stand on the reaction.
    public func cancel(_ reaction: Reaction) {
        guard !reaction.isCancelled else { return }
        if engine.isComputing {
            fatalError(
                "CogGraph: reaction '\(reaction.label)' was cancelled while "
                    + "\(engine.computingDescription ?? "a selector") computes. Cancel from a turn, a "
                    + "reaction or a mechanism.")
        }
        reaction.isCancelled = true
        reaction.pacer?.end()
        reactions[reaction.slot] = nil
        // Its own run still holds its row; `react` releases it after that.
        if !reaction.isRunning { release(reaction.slot) }
        if phase == .idle { comeToRest() }
    }

    /// The label of the reaction that runs.
    var runningLabel: String? { running?.takeUnretainedValue().label }

    /// Offers exports their values, and then runs reactions: those of the first `count` due watchers.
    @inline(never)
    func react(_ count: Int) {
        if !exports.isEmpty { offer(count) }
        for index in 0..<count {
            let watcher = engine.dueWatcher(index)
            // An export's watcher bears no reaction, nor does one that was cancelled.
            guard let reaction = engine.unheldAnnotation(of: watcher, as: Reaction.self) else { continue }
            react(reaction, watcher)
        }
    }

    /// Runs the first runs that wait, and those that they register.
    @inline(never)
    func runRegistered() {
        var next = 0
        while next < registered.count {
            let reaction = registered[next]
            next += 1
            if !reaction.isCancelled { react(.passUnretained(reaction), reaction.slot) }
        }
        registered.removeAll(keepingCapacity: true)
    }

    /// Its row keeps a reaction until its run is over, whoever cancels it meanwhile.
    @inline(__always)
    private func react(_ reaction: Unmanaged<Reaction>, _ watcher: Slot) {
        running = reaction
        if keepsHistory { noteRun(of: reaction.takeUnretainedValue()) }
        let isCancelled = Reaction.run(reaction, watcher, in: engine)
        running = nil
        if isCancelled { release(watcher) }
    }
}
