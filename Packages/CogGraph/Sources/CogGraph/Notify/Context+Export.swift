public import CogArena

/// One sequence of values under way: what offers it the next one, and what ends it.
struct Export {
    let offer: (inout Reader) -> Void
    let finish: () -> Void
    /// Tells who asked for it that it ended.
    let onEnd: @MainActor () -> Void
}

@_spi(Mechanisms)
extension Context {
    /// The values of `reference` as they change, from the current one on (EXP-1).
    ///
    /// Traps inside a selector or an equality rule, and for a buffering that keeps nothing.
    ///
    /// - Parameter onEnd: Runs once when the sequence has ended, unless its context has.
    public func values<R: CogReadable>(
        of reference: R, buffering: CogBuffering, onEnd: @escaping @MainActor () -> Void = {}
    ) -> (values: CogValues<R.Value>, slot: Slot?) {
        typealias Carrier = CogValues<R.Value>.Carrier
        let label = reference.address.label
        if engine.isComputing {
            fatalError(
                "CogGraph: values(of: '\(label)') was asked for while "
                    + "\(engine.computingDescription ?? "a selector") computes. Ask from an operation or "
                    + "a mechanism.")
        }
        if buffering.keepsNothing {
            fatalError(
                "CogGraph: values(of: '\(label)', buffering: .\(buffering)) would keep no value that "
                    + "waits, not even the current one. Keep at least one.")
        }
        let (stream, continuation) = AsyncStream.makeStream(
            of: Carrier.self, bufferingPolicy: buffering.policy(of: Carrier.self))
        let values = CogValues<R.Value>(stream: stream) { continuation.finish() }
        guard !isClosed else {
            continuation.finish()
            return (values, nil)
        }
        let slot = engine.addWatcher(label: "values of \(label)")
        let export = Export(
            offer: { reader in continuation.yield(Carrier(value: reader[reference])) },
            finish: { continuation.finish() }, onEnd: onEnd)
        exports[slot] = export
        if keepsHistory { noteTerminal(slot, named: engine.name(of: slot)) }
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.endExport(slot) }
        }
        offer(export, slot)
        if phase == .idle { comeToRest() }
        return (values, slot)
    }

    /// How many sequences of values are under way.
    public var exportCount: Int { exports.count }

    /// Ends a sequence and its lease on the row.
    ///
    /// Traps inside a selector or an equality rule: the walk that runs it may stand on the lease.
    public func endExport(_ slot: Slot) {
        if engine.isComputing {
            fatalError(
                "CogGraph: a sequence of values was ended while "
                    + "\(engine.computingDescription ?? "a selector") computes. End it from a turn, a "
                    + "reaction or a mechanism.")
        }
        guard let export = exports.removeValue(forKey: slot) else { return }
        export.finish()
        release(slot)
        export.onEnd()
        if phase == .idle { comeToRest() }
        waiters.resume(.exportEnded)
    }

    /// Offers the next value of those exports that are among the due watchers.
    func offer(_ due: Int) {
        if keepsHistory { noteOffers(due) }
        for index in 0..<due {
            let slot = engine.dueWatcher(index)
            if let export = exports[slot] { offer(export, slot) }
        }
    }

    func offer(_ export: Export, _ slot: Slot) {
        engine.runWatcher(slot) { tracker in
            Reader.lend(&tracker) { reader in export.offer(&reader) }
        }
    }
}

extension CogBuffering {
    fileprivate var keepsNothing: Bool {
        switch self {
        case .newest(let count), .oldest(let count): count < 1
        case .unbounded: false
        }
    }

    fileprivate func policy<T>(of: T.Type) -> AsyncStream<T>.Continuation.BufferingPolicy {
        switch self {
        case .newest(let count): .bufferingNewest(count)
        case .oldest(let count): .bufferingOldest(count)
        case .unbounded: .unbounded
        }
    }
}
