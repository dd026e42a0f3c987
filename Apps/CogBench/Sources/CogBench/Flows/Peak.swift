import Foundation

/// The most memory that a process had at once.
enum Peak {
    /// Of this process, in bytes.
    static var bytes: Int? {
        #if os(Linux)
            // What `getrusage` says begins with the most that the process had which started this one.
            let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            return line?.split { !$0.isNumber }.first.flatMap { Int($0) }.map { $0 * 1_024 }
        #else
            var usage = rusage()
            return getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) : nil
        #endif
    }

    /// What a bench that runs a flow and nothing else writes last.
    static func line(_ bytes: Int) -> String { "peak \(bytes)" }

    static func parse(_ text: String) -> Int? {
        text.split(separator: "\n").last.flatMap { line in
            line.hasPrefix("peak ") ? Int(line.dropFirst("peak ".count)) : nil
        }
    }

    /// Of a process of its own, so that nothing measured before counts.
    static func bytes(of flow: Flow, operations: Int, bench: URL) throws -> Int? {
        let process = Process()
        process.executableURL = bench
        process.arguments = ["flows", "--shape", flow.name, "--count", "\(operations)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return parse(text)
    }
}
