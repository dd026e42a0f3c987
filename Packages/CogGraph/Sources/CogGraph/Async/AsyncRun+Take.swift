import CogArena

// What comes of a run, in its task on the MainActor. It is published if it still counts: the row lives,
// its policy still wants the run, and what the run was chosen from still holds. Whether the work heeded
// its cancellation does not matter.
extension AsyncRun {
    @usableFromInline
    enum Verdict {
        case refused
        /// Application code spins a run loop inside a turn; it waits for the turn's end.
        case later
        /// The context is kept until what came is published.
        case counts(AsyncRow, AnyObject)
    }

    /// Takes a value that came of the run.
    ///
    /// - Returns: Whether it counted.
    @inlinable
    @discardableResult
    func take<Value>(_ value: Value) -> Bool {
        switch verdict() {
        case .counts(let row, let context):
            accept(value, row, context)
            return note(isCounted: true)
        case .later:
            wait { [self] in take(value) }
            return note(isCounted: true)
        case .refused: return note(isCounted: false)
        }
    }

    @inlinable
    func accept<Value>(_ value: Value, _ row: AsyncRow, _ context: AnyObject) {
        let (engine, slot) = (row.engine, row.slot)
        let isLoading = noteLanded(in: row)
        let plan = unsafeDowncast(row.plan, to: AsyncPlanOf<Value>.self)
        let status = engine.settledValue(of: CogStatus<Value>.self, at: slot)
        let isEqual = engine.comparing(at: slot) { plan.areEqual(status.content, value) }
        // An element that says nothing new is no turn (ASYNC-9).
        if isStream, isEqual, status.head.kind == .success, status.head.isLoading == isLoading {
            return
        }
        row.turn(in: context, "success") {
            engine.publish(of: CogStatus<Value>.self, at: slot) { status in
                status.succeed(value, isEqual: isEqual, isLoading: isLoading, in: engine)
                return true
            }
            resolve(with: value)
        }
        row.come(toShow: plan.keepPrevious ? Shown(value) : nil, in: context)
    }

    @inlinable
    func resolve<Value>(with value: Value) {
        if let refresh = takeRefresh() {
            unsafeDowncast(refresh, to: RefreshEndOf<Value>.self).succeed(value)
        }
    }

    @usableFromInline
    func takeRefresh() -> RefreshEnd? { refresh.take() }

    @usableFromInline
    func note(isCounted: Bool) -> Bool {
        failures = 0
        self.isCounted = isCounted
        return isCounted
    }

    @usableFromInline
    func verdict() -> Verdict {
        guard let row, row.schedule.counts(self), let context = row.context else { return .refused }
        guard context.phase == .idle, !row.engine.isComputing else { return .later }
        guard row.engine.isSettled(row.slot) else {
            context.reject(self, row)
            return .refused
        }
        return .counts(row, context)
    }

    @usableFromInline
    func wait(_ land: @escaping @MainActor () -> Void) { row?.context?.afterTurn(land) }

    /// A value came. Of a stream more may follow, and it runs alone.
    ///
    /// - Returns: Whether anything is awaited yet.
    @usableFromInline
    func noteLanded(in row: AsyncRow) -> Bool {
        if isStream { return row.isHolding }
        end(in: row)
        return row.isLoading
    }

    private func end(in row: AsyncRow) {
        row.schedule.end(self)
        end()
    }

    /// The work ended with an error.
    ///
    /// - Returns: Whether it counted.
    func fail(_ error: any Error) -> Bool {
        switch verdict() {
        case .refused: return false
        case .later: wait { [self] in _ = fail(error) }
        case .counts(let row, let context):
            end(in: row)
            row.turn(in: context, "failure") {
                row.plan.publishFailure(row.engine, row.slot, error, row.isLoading)
                resolve(.failure(error))
            }
            row.come(toShow: nil, in: context)
        }
        return true
    }

    /// A stream came to its natural end.
    ///
    /// - Returns: Whether it counted.
    func finish() -> Bool {
        switch verdict() {
        case .refused: return false
        case .later: wait { [self] in _ = finish() }
        case .counts(let row, let context):
            end(in: row)
            resolve(.failure(StreamEndedEmpty(cog: row.label)))
            row.come(toShow: nil, in: context)
        }
        return true
    }
}
