/// What a library that was killed did otherwise than it may.
public struct CrashFailure: Sendable, CustomStringConvertible {
    /// Everything up to there, a line each: what was done, and where it was killed.
    var course: [String]
    var breaches: [String]
    /// The last calls of the process.
    var trail: [String]

    public var description: String {
        let calls = trail.isEmpty ? [] : ["its last calls:"] + trail.map { "    " + $0 }
        return (course + ["breaks:"] + breaches.map { "    " + $0 } + calls).joined(separator: "\n")
    }
}

/// What a campaign did in all.
public struct CrashTally: Sendable, CustomStringConvertible {
    public internal(set) var programs = 0
    public internal(set) var processes = 0
    /// Of each kind of point, how often a process was killed there.
    public internal(set) var kills: [String: Int] = [:]
    /// The most that was fetched twice of one transfer.
    public internal(set) var mostTwice = 0
    /// The versions of libraries in which a kill left them.
    public internal(set) var versions: Set<Int> = []

    public init() {}

    public var killCount: Int { kills.values.reduce(0, +) }

    public var description: String {
        let kinds = kills.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        let seen = versions.sorted().map { "\($0)" }.joined(separator: ", ")
        return """
            \(killCount) kills (\(kinds)) in \(processes) processes of \(programs) programs, \
            at most \(mostTwice) bytes of a transfer fetched twice, left at schemas \(seen)
            """
    }
}
