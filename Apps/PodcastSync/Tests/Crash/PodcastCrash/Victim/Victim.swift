import CTracer
import Foundation

/// The program under test, run to its end or to the moment it is killed.
struct Victim: Sendable {
    /// What one run came to.
    struct End: Sendable {
        /// Its exit code; the number of the signal below zero.
        let code: Int32
        let output: String
        let complaints: String
        /// Where it was killed; nil where it came to its own end.
        let killed: String?
        let chances: KillChances
        /// The last calls it made.
        let trail: [String]
        /// What it did that no moment to be killed at would show.
        let breaches: [String]
    }

    let program: URL
    let library: URL
    let host: CrashHost
    /// What downloads; the program's own choice for nil.
    let engine: String?

    /// Runs the program with the library as its own.
    ///
    /// - Throws: When it cannot be started or traced.
    func run(_ arguments: [String], killedAt point: KillPoint?) async throws -> End {
        let disk: Disk? = if case .powerCut = point { Disk(library) } else { nil }
        let killer = KillSwitch(point, library: library.path, disk: disk, host: host)
        let output = Sink(library, "out")
        let complaints = Sink(library, "err")
        host.watch(killer)
        let status: Result<Int32, CrashError> = await withCheckedContinuation { ended in
            // A thread of its own: only the one that began a trace is told of it.
            Thread {
                ended.resume(returning: trace(arguments, killer, output.path, complaints.path))
            }.start()
        }
        killer.end()
        defer { host.watch(nil) }
        let wait = try status.get()
        var killed = killer.fired
        if killed == nil, point == .powerCut(killer.chances.calls + 1) {
            killed = "without power after its end"
        }
        if killed != nil, point?.takesDaemon == true, engine != nil {
            host.noteEngineKill()
            if Daemon.kill(below: library) > 0 { killed?.append(", and its engine") }
        }
        if killed != nil { try disk?.loseUnsynced() }
        return End(
            code: wait & 0x7f == 0 ? wait >> 8 & 0xff : -(wait & 0x7f), output: output.take(),
            complaints: complaints.take(), killed: killed, chances: killer.chances, trail: killer.trail,
            breaches: killer.breaches)
    }

    private func trace(
        _ arguments: [String], _ killer: KillSwitch, _ output: String, _ complaints: String
    ) -> Result<Int32, CrashError> {
        let files = [output, complaints].map { (path: String) in
            open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        }
        defer { for file in files { close(file) } }
        var words: [UnsafeMutablePointer<CChar>?] = ([program.path] + arguments).map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] =
            Self.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + environment { free(word) } }
        var tracer = tracer(
            context: Unmanaged.passUnretained(killer).toOpaque(),
            started: { context, handle in context?.killer.begin(handle) },
            kills_before: { context, call in
                guard let context, let call else { return false }
                return context.killer.killsBefore(call.pointee)
            })
        var status: Int32 = 0
        let code = tracer_run(program.path, &words, &environment, files[0], files[1], &tracer, &status)
        guard code == 0 else {
            return .failure(CrashError("cannot trace \(program.path): \(String(cString: strerror(code)))"))
        }
        return .success(status)
    }

    /// Nothing of the user's own: no netrc, no proxy, no library.
    private static let environment: [String: String] = [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "TZ": "UTC",
        "SWIFT_BACKTRACE": "enable=no",
    ]
}

extension UnsafeMutableRawPointer {
    /// What a tracer's context is here: whoever runs the tracer keeps it alive meanwhile.
    fileprivate var killer: KillSwitch { Unmanaged<KillSwitch>.fromOpaque(self).takeUnretainedValue() }
}

/// Where a process writes to, beside the library.
private struct Sink {
    let path: String

    init(_ library: URL, _ name: String) {
        path = library.deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// What was written, which is then forgotten.
    func take() -> String {
        defer { unlink(path) }
        return String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
}

/// Why a harness cannot go on, which says nothing of the program under test.
public struct CrashError: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
