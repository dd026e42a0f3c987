import CogArena

// A row that may be released is kept by its readers, by its boundary, and by its grace. Its grace
// begins when someone outside asks for it and when a reaction or an export leaves it. A deadline
// stands in the row's ticket, and that it is waited for is what its mark says; an
// observed row has its audience's place in the ticket instead.
extension Context {
    /// Decides on every row that was listed as idle: its grace begins anew, or it goes, and then
    /// what only it needed. Where nothing is under way; iterative (LIFE-2).
    func settleIdle() {
        guard engine.hasIdle else { return }
        #if DEBUG
            warnOfUnstableKeys()
        #endif
        repeat {
            settleListed()
            // What goes here may leave more.
            if !crowded.isEmpty { thinCrowds() }
        } while engine.hasIdle
    }

    private func settleListed() {
        // Asked for once and only if some row's grace is in question.
        var asked: ClockInstant?
        while let (slot, isDemanded, isLeft) = engine.takeIdle() {
            guard !engine.isObserved(slot) else { continue }
            if isLeft { noteLeft(slot) }
            let ticket = engine.ticket(of: slot)
            guard isDemanded || ticket > 0 else {
                release(slot)
                continue
            }
            let now = asked ?? clock.now()
            asked = now
            if isDemanded { beginGrace(slot, now) }
            if engine.ticket(of: slot) <= now.rawValue {
                release(slot)
            } else if !crowds.isEmpty, !isDemanded {
                reenterCrowd(slot)
            }
        }
        if asked != nil { armSleeper() }
    }

    private func beginGrace(_ slot: Slot, _ now: ClockInstant) {
        // Every family with releasable rows bears a policy; a checked cast costs more than the rest.
        let own = engine.annotation(of: slot).flatMap { unsafeDowncast($0, to: LifetimePolicy.self).own }
        let deadline = now.advanced(by: own?.grace ?? grace)
        engine.setTicket(deadline.rawValue, of: slot)
        if let own { enterCrowd(slot, own) }
        guard deadline > now, !engine.isMarked(slot) else { return }
        engine.setMarked(slot, true)
        graces.enter(engine.group(of: slot), until: deadline)
    }

    /// Releases a row unless someone needs it; what it read is listed if nobody else does.
    @discardableResult
    @inline(never)
    func release(_ slot: Slot) -> Bool {
        let isInGrace = engine.isMarked(slot)
        guard engine.release(slot) else { return false }
        forgetTracking(of: slot)
        forgetAsync(at: slot)
        if isInGrace {
            graces.leave()
            if graces.count == 0 { endSleeper() }
        }
        return true
    }

    private func armSleeper() {
        guard let earliest = graces.earliest, !isClosed else { return endSleeper() }
        if let sleeper, sleeper.until <= earliest { return }
        endSleeper()
        lastSleeper += 1
        let (id, sleep) = (lastSleeper, clock.sleep)
        let task = Task(name: "CogGraph.grace") { [weak self] in
            do { try await sleep(earliest) } catch { return }
            self?.wake(id)
        }
        sleeper = Sleeper(id: id, until: earliest, task: task)
    }

    func endSleeper() {
        sleeper?.task.cancel()
        sleeper = nil
    }

    /// A sleeper that was replaced has a number that nobody waits for any more (LIFE-3).
    private func wake(_ id: UInt64) {
        guard sleeper?.id == id else { return }
        sleeper = nil
        let now = clock.now()
        while let group = graces.pop(at: now) { endGraces(of: group, now) }
        comeToRest()
        armSleeper()
        waiters.resume(.graceEnded)
    }

    /// Ends the graces of a group that are over, and says when the next one is.
    private func endGraces(of group: Int, _ now: ClockInstant) {
        var place = 0
        while let slot = engine.nextMarked(of: group, from: &place) {
            let deadline = ClockInstant(rawValue: engine.ticket(of: slot))
            if !engine.isObserved(slot), deadline > now {
                graces.look(at: group, at: deadline)
            } else {
                engine.setMarked(slot, false)
                graces.leave()
                release(slot)
            }
        }
    }

    /// Decides on idle rows and releases replaced values until neither leaves anything: a value's
    /// `deinit` may be application code that asks for more (MECH-11).
    func comeToRest() {
        // Such a `deinit` comes through here again: what it leaves is the outer call's to take.
        guard !isComingToRest else { return }
        isComingToRest = true
        defer { isComingToRest = false }
        repeat {
            settleIdle()
            if !closing.isEmpty { closeAsyncRows() }
            engine.releaseReplacedValues()
        } while engine.hasIdle || engine.hasReleases
        guard phase == .idle, queueHead < queue.count else { return }
        phase = .flushing
        drain()
    }
}

/// A task that waits for the earliest of some deadlines.
struct Sleeper {
    let id: UInt64
    let until: ClockInstant
    let task: Task<Void, Never>
}
