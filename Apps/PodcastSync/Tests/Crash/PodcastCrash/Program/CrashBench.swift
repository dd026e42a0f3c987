import Foundation

/// One life of a library: its folder, its host, and what is known of it.
@MainActor
final class CrashBench {
    let room: URL
    let library: URL
    let host: CrashHost
    private let program: URL
    private let engine: String?
    private(set) var snapshot = Snapshot.nothing
    private(set) var course: [String] = []

    /// Makes a library as `schema` says on a site that begins anew.
    ///
    /// - Parameter room: A folder of the caller's, without links in its path.
    init(_ program: URL, engine: String?, room: URL, host: CrashHost, schema: Int?) throws {
        self.program = program
        self.engine = engine
        self.room = room
        self.host = host
        library = room.appendingPathComponent("library", isDirectory: true)
        host.site = CrashSite()
        host.ledger = TransferLedger()
        try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
        guard let schema else { return }
        try OldLibrary.make(schema, in: library, of: host.site, at: host.origin)
        snapshot = try Snapshot(of: library, in: room, host.site)
        course.append("a library of schema \(schema)")
    }

    /// Runs one command of an operation, and looks at what it left.
    ///
    /// - Returns: How it ended, and what is wrong with the library then.
    func run(
        _ command: [String], of operation: Operation, killedAt point: KillPoint?
    ) async throws -> (end: Victim.End, breaches: [String]) {
        let before = snapshot
        host.ledger.begin(settled: before.settled(of: host.site))
        let victim = Victim(program: program, library: library, host: host, engine: engine)
        let choice = engine.map { operation.downloads ? ["--engine", $0] : [] } ?? []
        let end = try await victim.run(
            command + choice + ["--library", library.path], killedAt: point)
        course.append(
            "  \(command.joined(separator: " ")): \(end.killed.map { "killed \($0)" } ?? "exit \(end.code)")")
        snapshot = try Snapshot(of: library, in: room, host.site)
        var breaches = end.breaches + snapshot.breaches(of: host.site)
        breaches += snapshot.losses(since: before, through: operation)
        breaches += host.ledger.breaches
        if case .powerCut = point, end.killed != nil { forgetTransfers() }
        return (end, breaches)
    }

    /// Whether anything goes on beside the program.
    var isEngineAtWork: Bool { engine != nil && !Daemon.all(below: library).isEmpty }

    /// Ends what goes on beside the program.
    func end() { if engine != nil { Daemon.kill(below: library) } }

    /// Lets a step begin.
    func note(_ step: CrashProgram.Step) {
        course.append(step.description)
        var site = host.site
        step.change?.apply(to: &site)
        host.site = site
    }

    /// After a step: what is not here at all was taken away, and may be fetched anew.
    func settle() {
        for path in snapshot.missing(of: host.site) { host.ledger.forget(path) }
    }

    /// The library as it is, to be gone back to.
    struct Moment {
        fileprivate let folder: URL
        fileprivate let snapshot: Snapshot
        fileprivate let course: [String]
        fileprivate let site: CrashSite
        fileprivate let ledger: TransferLedger
    }

    func save() throws -> Moment {
        let folder = room.appendingPathComponent("saved", isDirectory: true)
        try LibraryFolder.duplicate(library, to: folder, linking: false)
        return Moment(
            folder: folder, snapshot: snapshot, course: course, site: host.site, ledger: host.ledger)
    }

    func goBack(to moment: Moment) throws {
        end()
        try LibraryFolder.duplicate(moment.folder, to: library, linking: false)
        snapshot = moment.snapshot
        course = moment.course
        host.site = moment.site
        host.ledger = moment.ledger
    }

    /// What was not synced is lost with the power, however much it was.
    private func forgetTransfers() {
        for path in host.ledger.paths { host.ledger.forget(path) }
    }
}
