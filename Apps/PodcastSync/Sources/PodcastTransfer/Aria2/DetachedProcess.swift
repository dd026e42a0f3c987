import Foundation
import Synchronization

#if !canImport(Darwin)
    import CSpawn
#endif

/// A program that goes on when this process ends: in a session of its own, without a terminal, with no
/// descriptor of this process but one, and with every signal as the system sets it.
final class DetachedProcess: Sendable {
    let id: pid_t
    private let status = Mutex<Int32?>(nil)

    /// The code it ended with, or the negative signal; nil while it runs.
    var ending: Int32? { status.withLock { $0 } }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - folder: Where it works.
    ///   - output: The file for whatever it says, emptied first.
    ///   - note: The file that it writes its number to before it becomes the program.
    ///   - keeping: A descriptor it has as its number 3 for as long as it lives.
    /// - Throws: `EngineFailure`.
    init(
        program: String, arguments: [String], in folder: URL, output: URL, note: URL, keeping: Int32
    ) throws(EngineFailure) {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Self.flags)
        var (all, none) = (sigset_t(), sigset_t())
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)

        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // The source must not be the target: its mark to be closed would stay.
        let kept = fcntl(keeping, F_DUPFD_CLOEXEC, 10)
        guard kept >= 0 else { throw Self.failure(errno, program) }
        defer { close(kept) }
        posix_spawn_file_actions_adddup2(&actions, kept, 3)
        #if !canImport(Darwin)
            posix_spawn_file_actions_addclosefrom_np(&actions, 4)
        #endif

        // The shell changes the folder, which not every system's spawning does, and says who it is.
        let script = #"cd "$0" && echo $$ >"$1" && shift && exec "$@""#
        let words = ["/bin/sh", "-c", script, folder.path, note.path, program] + arguments
        let environment = ["PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C"]
        var child: pid_t = 0
        let code = withPointers(words) { words in
            withPointers(environment) { posix_spawn(&child, "/bin/sh", &actions, &attributes, words, $0) }
        }
        guard code == 0 else { throw Self.failure(code, program) }
        id = child
        // Whoever started a process has to take note of its end, else it stays in the table of processes.
        let thread = Thread { [self] in
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7f
            self.status.withLock { $0 = signal == 0 ? (status >> 8) & 0xff : -signal }
        }
        thread.name = "end of \(program)"
        thread.start()
    }

    private static func failure(_ code: Int32, _ program: String) -> EngineFailure {
        EngineFailure(
            "cannot be started: \(String(cString: strerror(code)))", at: program,
            advice: "see that it can be run, or use --engine url-session")
    }

    #if canImport(Darwin)
        private static let flags = Int16(
            POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
                | POSIX_SPAWN_CLOEXEC_DEFAULT)
    #else
        /// The first is POSIX_SPAWN_SETSID, which the C library's header hides.
        private static let flags = Int16(0x80 | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
    #endif
}

/// Lends words as a C array that ends with nil.
private func withPointers<Result>(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = words.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}
