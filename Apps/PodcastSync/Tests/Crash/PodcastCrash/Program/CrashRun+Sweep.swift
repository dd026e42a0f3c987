extension CrashRun {
    /// What goes wrong where the last step of a program is killed at each of its calls in turn that does another
    /// thing than the one before, once by a signal and once by a loss of power, and after its end by the
    /// latter; nil for nothing.
    ///
    /// - Parameters:
    ///   - last: How many of those calls, the last ones.
    ///   - stride: One for each of them, two for every other, and so on.
    ///   - timesAsked: Where it is not killed but asked to end by SIGTERM: how many times, each in turn.
    public func failure(
        sweeping crash: CrashProgram, last: Int = .max, stride: Int = 1, timesAsked: [Int] = []
    ) async throws -> CrashFailure? {
        tally.programs += 1
        let bench = try bench("swept", crash)
        for step in crash.steps.dropLast() {
            bench.note(step)
            if let failure = try await completed(step, bench, since: nil).1 { return failure }
            bench.settle()
        }
        guard let step = crash.steps.last else { return nil }
        bench.note(step)
        let moment = try bench.save()
        let (calm, failure) = try await completed(step, bench, since: nil)
        if let failure { return failure }
        let turns = calm.chances.turns.suffix(last).enumerated().filter { $0.offset.isMultiple(of: stride) }
        let points =
            timesAsked.isEmpty
            ? turns.flatMap { [KillPoint.call($0.element), .powerCut($0.element)] }
                + [.powerCut(calm.chances.calls + 1)]
            : turns.flatMap { turn in timesAsked.map { .asked(turn.element, times: $0) } }
        for point in points {
            try bench.goBack(to: moment)
            if let failure = try await self.failure(of: step, killedAt: [point], bench, calm) {
                return failure
            }
        }
        return nil
    }
}
