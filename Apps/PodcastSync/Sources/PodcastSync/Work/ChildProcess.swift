import Foundation
import Synchronization

#if !canImport(Darwin)
    import CSpawn
#endif

/// A command of the user's that the shell runs, with all that it starts; of this process's descriptors it has
/// its three streams.
final class ChildProcess: Sendable {
    enum End: Sendable {
        case code(Int32)
        case signal(Int32)
    }

    /// A process that runs; it is reaped and signalled by one at a time, so that no signal goes to another
    /// that was given its number.
    private final class Running: Sendable {
        private let id: Mutex<pid_t?>

        init(_ id: pid_t) { self.id = Mutex(id) }

        func send(_ signal: Int32) {
            id.withLock { if let group = $0 { _ = kill(-group, signal) } }
        }

        func reap() -> End {
            var status: Int32 = 0
            id.withLock { id in
                while let process = id, waitpid(process, &status, 0) < 0, errno == EINTR {}
                id = nil
            }
            let signal = status & 0x7F
            return signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
        }
    }

    private let running: Running
    private let ended: Task<End, Never>
    private let clock: any Clock<Duration>

    /// Starts it, in a process group of its own.
    ///
    /// - Parameters:
    ///   - environment: Added to that of this process.
    ///   - input: What it reads; what it says goes to standard error.
    ///   - clock: What its time is measured by.
    /// - Throws: When there is no room for its input, or none for one more process.
    init(
        _ command: String, environment: [String: String], input: Data, clock: any Clock<Duration>
    ) throws {
        let file = try Self.file(of: input)
        defer { try? file.close() }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let id = try Self.spawn(
            ["/bin/sh", "-c", command], variables.map { "\($0)=\($1)" }, input: file.fileDescriptor)
        let running = Running(id)
        self.running = running
        self.clock = clock
        let (ends, end) = AsyncStream.makeStream(of: Never.self)
        ended = Task.detached {
            for await _ in ends {}
            return running.reap()
        }
        // The system has no wait that can be awaited.
        Thread.detachNewThread {
            var info = siginfo_t()
            while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            end.finish()
        }
    }

    /// Waits for its end, for which it is asked after `limit` and when the calling task is cancelled, and
    /// forced to it when it takes `patience` more.
    ///
    /// - Returns: Nil when its time was over.
    func end(within limit: Duration, patience: Duration) async -> End? {
        let force: @Sendable () async throws -> Void = { [running, clock] in
            running.send(SIGTERM)
            try await clock.sleep(for: patience)
            running.send(SIGKILL)
        }
        let isOverdue = Mutex(false)
        let timer = Task { [clock] in
            try await clock.sleep(for: limit)
            isOverdue.withLock { $0 = true }
            try await force()
        }
        let forces = Mutex<Task<Void, any Error>?>(nil)
        let end = await withTaskCancellationHandler {
            await ended.value
        } onCancel: {
            forces.withLock { $0 = Task(operation: force) }
        }
        timer.cancel()
        forces.withLock { $0?.cancel() }
        return isOverdue.withLock { $0 } ? nil : end
    }
}

extension ChildProcess {
    /// A file without a name: what is not read to its end is no broken pipe.
    private static func file(of data: Data) throws -> FileHandle {
        guard let file = tmpfile() else { throw failure(errno) }
        defer { fclose(file) }
        let handle = FileHandle(
            fileDescriptor: fcntl(fileno(file), F_DUPFD_CLOEXEC, 0), closeOnDealloc: true)
        try handle.write(contentsOf: data)
        try handle.seek(toOffset: 0)
        return handle
    }

    /// Started by hand, since what a task's thread blocks and the program ignores must not be what the command
    /// does: it could be stopped by nobody, and would not end where its reader does. Nor must it hold a
    /// connection or a file open that it knows nothing of, when it leaves something behind that lives on.
    private static func spawn(
        _ arguments: [String], _ variables: [String], input: Int32
    ) throws -> pid_t {
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
            var actions: posix_spawn_file_actions_t?
        #else
            var attributes = posix_spawnattr_t()
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        var (none, usual) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&usual)
        for signal in [SIGPIPE, SIGHUP, SIGINT, SIGTERM] { sigaddset(&usual, signal) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setpgroup(&attributes, 0)
        var flags = Int16(POSIX_SPAWN_SETPGROUP)
        flags |= Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, 2, 1)
        #if canImport(Darwin)
            flags |= Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
            posix_spawn_file_actions_addinherit_np(&actions, 2)
        #else
            posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        #endif
        posix_spawnattr_setflags(&attributes, flags)
        let words = arguments.map { strdup($0) } + [nil]
        let environment = variables.map { strdup($0) } + [nil]
        defer { for text in words + environment { free(text) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, arguments[0], &actions, &attributes, words, environment)
        guard code == 0 else { throw failure(code) }
        return id
    }

    private static func failure(_ code: Int32) -> POSIXError {
        POSIXError(POSIXError.Code(rawValue: code) ?? .EIO)
    }
}
