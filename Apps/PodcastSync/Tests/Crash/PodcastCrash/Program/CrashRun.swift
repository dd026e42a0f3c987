public import Foundation
import PodcastSync

/// Holds programs that are killed to the same programs undisturbed.
@MainActor
public final class CrashRun {
    /// What one step left where nobody was killed.
    struct Undisturbed {
        let code: Int32
        let chances: KillChances
        let snapshot: Snapshot
    }

    /// How the program ends that a signal has interrupted at work.
    private static let interrupted: Int32 = 130

    private let program: URL
    private let engine: String?
    private let room: URL
    private let host: CrashHost
    public internal(set) var tally = CrashTally()

    /// - Parameters:
    ///   - program: The program under test.
    ///   - engine: What it downloads by; its own choice for nil.
    ///   - room: A folder that is made and, by ``end()``, removed; its path goes through no link.
    public init(_ program: URL, engine: String? = nil, room: URL) throws {
        self.program = program
        self.engine = engine
        self.room = room
        try FileManager.default.createDirectory(at: room, withIntermediateDirectories: true)
        host = try CrashHost(outliving: engine != nil)
    }

    public func end() {
        if engine != nil { Daemon.kill(below: room) }
        host.stop()
        try? FileManager.default.removeItem(at: room)
    }

    /// What goes wrong with a program; nil for nothing.
    ///
    /// - Throws: A ``CrashError`` when it cannot be tried.
    public func failure(of crash: CrashProgram) async throws -> CrashFailure? {
        tally.programs += 1
        let calm = try bench("calm", crash)
        var undisturbed: [Undisturbed] = []
        for step in crash.steps {
            calm.note(step)
            let (result, failure) = try await completed(step, calm, since: nil)
            if let failure { return failure }
            undisturbed.append(result)
            calm.settle()
        }
        let killed = try bench("killed", crash)
        for (step, calm) in zip(crash.steps, undisturbed) {
            killed.note(step)
            let points = step.kills.map { $0.point(among: calm.chances) }
            if let failure = try await failure(of: step, killedAt: points, killed, calm) { return failure }
            killed.settle()
        }
        return nil
    }

    func bench(_ name: String, _ crash: CrashProgram) throws -> CrashBench {
        let folder = room.appendingPathComponent(name, isDirectory: true)
        if engine != nil { Daemon.kill(below: folder) }
        try? FileManager.default.removeItem(at: folder)
        return try CrashBench(program, engine: engine, room: folder, host: host, schema: crash.schema)
    }

    /// Kills one step as often as it says, lets it come to its end, and compares.
    func failure(
        of step: CrashProgram.Step, killedAt points: [KillPoint], _ bench: CrashBench, _ calm: Undisturbed
    ) async throws -> CrashFailure? {
        let before = bench.snapshot
        var isAgain = false
        for point in points {
            let (wasKilled, failure) = try await attempt(step, point, bench, calm, before, isAgain: isAgain)
            if let failure { return failure }
            guard wasKilled else { return compare(bench, calm) }
            isAgain = true
        }
        let (result, failure) = try await completed(step, bench, since: isAgain ? before : nil)
        if let failure { return failure }
        let isFine = result.code == calm.code || (isAgain && step.operation.mayEnd(again: result.code))
        if !isFine {
            return self.failure(bench, ["it ended with \(result.code), and undisturbed with \(calm.code)"])
        }
        return compare(bench, calm)
    }

    /// - Returns: Whether it was killed.
    private func attempt(
        _ step: CrashProgram.Step, _ point: KillPoint, _ bench: CrashBench, _ calm: Undisturbed,
        _ before: Snapshot, isAgain: Bool
    ) async throws -> (Bool, CrashFailure?) {
        let command = command(of: step, bench, since: isAgain ? before : nil)
        var (end, breaches) = try await bench.run(command, of: step.operation, killedAt: point)
        count(end, point, bench)
        // Who is asked to end may have nothing left to do.
        guard end.killed != nil, !point.isAsked || end.code < 0 || end.code == Self.interrupted
        else { return (false, self.failure(bench, breaches, end)) }
        breaches += unexpected(bench.snapshot, before, calm, step.operation)
        // What it told its user is done, whatever came after.
        if !end.output.isEmpty, !point.isAsked {
            breaches += bench.snapshot.differences(from: calm.snapshot).map { "told as done, and not: \($0)" }
        }
        return (true, failure(bench, breaches, end))
    }

    /// - Parameter before: What was there before the first attempt at the step; nil for the first.
    private func command(of step: CrashProgram.Step, _ bench: CrashBench, since before: Snapshot?) -> [String]
    {
        let made = before.map { before in bench.snapshot.feeds.filter { before.feeds[$0.key] == nil } } ?? [:]
        return step.operation.command(at: host.origin, made: made.values.compactMap { $0["url"] })
    }

    func completed(
        _ step: CrashProgram.Step, _ bench: CrashBench, since before: Snapshot?
    ) async throws -> (Undisturbed, CrashFailure?) {
        let command = command(of: step, bench, since: before)
        let (end, breaches) = try await bench.run(command, of: step.operation, killedAt: nil)
        count(end, nil, bench)
        let odd = end.code < 0 ? ["it ended by signal \(-end.code)"] : []
        let result = Undisturbed(code: end.code, chances: end.chances, snapshot: bench.snapshot)
        return (result, failure(bench, breaches + odd, end))
    }

    /// Findings of the doctor that neither the beginning nor the end of an operation has, and that are not
    /// what is left of a removal.
    private func unexpected(
        _ snapshot: Snapshot, _ before: Snapshot, _ calm: Undisturbed, _ operation: Operation
    ) -> [String] {
        let known = Set(before.findings + calm.snapshot.findings)
        return snapshot.findings.filter { finding in
            let isLeft = operation.removes && (finding.kind == .leftover || finding.kind == .strayPart)
            return !known.contains(finding) && !isLeft
        }.map(\.line)
    }

    private func compare(_ bench: CrashBench, _ calm: Undisturbed) -> CrashFailure? {
        let differences = bench.snapshot.differences(from: calm.snapshot)
        let left = bench.isEngineAtWork ? ["an engine is at work, and has nothing to do"] : []
        return failure(
            bench, left + (differences.isEmpty ? [] : ["it is not the undisturbed library:"] + differences))
    }

    private func failure(
        _ bench: CrashBench, _ breaches: [String], _ end: Victim.End? = nil
    ) -> CrashFailure? {
        guard !breaches.isEmpty else { return nil }
        let told = end.map { $0.complaints.isEmpty ? [] : ["it said: \($0.complaints)"] } ?? []
        return CrashFailure(course: bench.course, breaches: breaches + told, trail: end?.trail ?? [])
    }

    private func count(_ end: Victim.End, _ point: KillPoint?, _ bench: CrashBench) {
        tally.processes += 1
        tally.mostTwice = max(tally.mostTwice, host.ledger.mostTwice)
        guard let point, end.killed != nil else { return }
        tally.kills[point.kind, default: 0] += 1
        if let version = bench.snapshot.version { tally.versions.insert(version) }
    }
}

extension Operation {
    /// Whether an attempt after one that was cut off may end with that: what is gone already is not there.
    fileprivate func mayEnd(again code: Int32) -> Bool {
        if code == 0 || code == 1 { return true }
        if case .unsubscribe = self { return code == 2 }
        return false
    }
}

extension KillPoint {
    fileprivate var kind: String {
        switch self {
        case .call: "at calls"
        case .powerCut: "with the power"
        case .asked: "by asking"
        case .request: "at requests"
        case .piece: "in bodies"
        }
    }
}
