import Foundation

/// The aria2 of one library: found where it is, started where it is needed and is not, one at a time.
///
/// That there is one is told by a lock that it inherits and the system frees with its end, whatever ends it.
/// How it is reached is written durably before it starts, so that a crash in between leaves none that cannot
/// be found.
actor Aria2Daemon {
    /// How often in a run it is started again before that is given up.
    private static let starts = 5
    /// How often it is looked for what is about to be there.
    private static let looks = 1_500

    private let folder: Aria2Folder
    private let program: String?
    private let jobs: Int
    private let lifetime: Duration
    private let clock: any Clock<Duration>
    private var client: Aria2Client?
    private var search: Task<Result<Aria2Client?, EngineFailure>, Never>?
    private var started = 0

    /// - Parameters:
    ///   - program: The path of aria2c; nil starts none.
    ///   - jobs: How many downloads it carries at once.
    ///   - lifetime: After which it ends by itself, whatever it is at.
    init(
        folder: Aria2Folder, program: String?, jobs: Int, lifetime: Duration, clock: any Clock<Duration>
    ) {
        (self.folder, self.program, self.jobs, self.clock) = (folder, program, jobs, clock)
        self.lifetime = lifetime
    }

    /// The one that runs; nil when none does and none may be started.
    func find() async throws(EngineFailure) -> Aria2Client? {
        if let client { return client }
        let search = search ?? Task { await self.searched() }
        self.search = search
        return try await search.value.get()
    }

    /// The one that runs; starts none.
    func findRunning() async throws(EngineFailure) -> Aria2Client? {
        if let client { return client }
        return folder.isInUse ? try await find() : nil
    }

    private func searched() async -> Result<Aria2Client?, EngineFailure> {
        let result: Result<Aria2Client?, EngineFailure>
        do throws(EngineFailure) {
            client = try await foundOrStarted()
            result = .success(client)
        } catch {
            result = .failure(error)
        }
        search = nil
        return result
    }

    /// Takes note that one does not answer any more: the next search looks anew.
    func lost(_ lost: Aria2Client) {
        if client?.endpoint == lost.endpoint { client = nil }
    }

    /// Ends it, if there is one, and removes its folder; what is unfinished of it is left as parts.
    ///
    /// - Throws: `EngineFailure` when it does not end.
    func end() async throws(EngineFailure) {
        client = nil
        // Not asked to: that takes it three seconds. Its parts are what came, to the byte, and the rest goes.
        if let process = folder.process { kill(process, SIGKILL) }
        // In a task of its own: the one that stops the app may be cancelled, and would not wait.
        guard let lock = await Task(operation: { await lockOnceItEnded() }).value else { throw stuck }
        for part in folder.sessionFiles { PartFiles.removeControlFile(of: part) }
        folder.remove()
        close(lock)
    }

    /// Ends the one that is known, where its folder is gone and nobody will find it any more.
    func endLost() async {
        guard let lost = client else { return }
        client = nil
        // What it is at has no place either. It is asked: who it is stood in the folder.
        try? await lost.shutDown()
    }

    private func foundOrStarted() async throws(EngineFailure) -> Aria2Client? {
        while true {
            if let client = try await attached() { return client }
            guard let program else { return nil }
            if let client = try await launched(program) { return client }
        }
    }

    /// The one that is there; nil when none is.
    private func attached() async throws(EngineFailure) -> Aria2Client? {
        guard folder.isInUse else { return nil }
        if let client = await reached({ folder.endpoint }, while: { folder.isInUse }) {
            try? await client.limit(jobs)
            return client
        }
        // It lives and does not answer: it is stuck, and only stands in the way.
        if let process = folder.process { kill(process, SIGKILL) }
        guard let lock = await lockOnceItEnded() else { throw stuck }
        close(lock)
        return nil
    }

    private var stuck: EngineFailure {
        EngineFailure(
            "is in use by an aria2 that does not answer", at: folder.url.path,
            advice: "end that process, and run again")
    }

    /// Starts one.
    ///
    /// - Returns: Nil when it ended before it answered, as where another took its port, and when another has
    ///   begun to start one or only looks whether there is one.
    private func launched(_ program: String) async throws(EngineFailure) -> Aria2Client? {
        try folder.make()
        guard let lock = try folder.takeLock() else {
            try? await clock.sleep(for: .milliseconds(20))
            return nil
        }
        // Closed and not unlocked: it is the process's from now on.
        defer { close(lock) }
        started += 1
        guard started <= Self.starts else {
            throw EngineFailure(
                "ended \(Self.starts) times in this run\(said)", at: program,
                advice: "look what ends it, or use --engine url-session")
        }
        let endpoint = try Aria2Endpoint()
        try folder.write(endpoint, jobs: jobs, lifetime: lifetime)
        // A map that is older than its part would have all in between fetched again.
        for part in folder.sessionFiles { PartFiles.removeControlFile(of: part) }
        let process = try DetachedProcess(
            program: program, arguments: ["--conf-path=aria2.conf"], in: folder.url, output: folder.output,
            note: folder.lock, keeping: lock)
        return await reached({ endpoint }, while: { process.ending == nil })
    }

    /// Asks until there is an answer, for half a minute at most.
    private func reached(_ endpoint: () -> Aria2Endpoint?, while condition: () -> Bool) async -> Aria2Client?
    {
        for _ in 0..<Self.looks where condition() {
            if let client = endpoint().map({ Aria2Client(endpoint: $0) }) {
                do throws(Aria2Client.Failure) { if try await client.answers() { return client } } catch {
                    if error != .unreachable { return nil }
                }
            }
            // A caller that does not wait any more is told by what it does next.
            try? await clock.sleep(for: .milliseconds(20))
        }
        return nil
    }

    /// The lock, as soon as nobody has it; nil when it is not given up in half a minute.
    private func lockOnceItEnded() async -> Int32? {
        for _ in 0..<Self.looks {
            do throws(EngineFailure) {
                if let lock = try folder.takeLock() { return lock }
            } catch { return nil }
            try? await clock.sleep(for: .milliseconds(20))
        }
        return nil
    }

    /// The last that it said, for a message.
    private var said: String {
        let text = (try? String(contentsOf: folder.output, encoding: .utf8)) ?? ""
        let last = text.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) }
        return last.map { "; it said last: \($0.trimmingCharacters(in: .whitespaces))" } ?? ""
    }
}
