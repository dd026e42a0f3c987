#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// This program again, in a process of its own: what traps there ends only that.
enum Child {
    /// Whether a run with these arguments ends in another way than well.
    ///
    /// - Parameter isHeard: Whether what it writes is shown.
    static func fails(_ arguments: [String], isHeard: Bool = false) -> Bool {
        var words = ([CommandLine.arguments[0]] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if !isHeard {
            for output in [STDOUT_FILENO, STDERR_FILENO] {
                posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
            }
        }
        var process = pid_t()
        guard let path = words[0], posix_spawn(&process, path, &actions, nil, words, environ) == 0 else {
            print("cog-fuzz: cannot start itself again; run it by its path")
            exit(2)
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status != 0
    }
}
