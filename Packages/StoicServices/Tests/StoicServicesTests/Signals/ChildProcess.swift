import Foundation
import Testing

/// A real process under test: it prints lines, and gets signals.
final class ChildProcess {
    private let process = Process()
    private let output = Pipe()
    private var pending = Data()

    /// Starts the test support program, which is built beside the tests, with one argument.
    init(_ script: String) throws {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0])
        process.executableURL = tests.deletingLastPathComponent()
            .appendingPathComponent("SignalChild")
        process.arguments = [script]
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// The next line; `nil` once the process has closed its output.
    func line() -> String? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending = Data(pending[pending.index(after: end)...]) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            pending.append(more)
        }
    }

    func lines(_ count: Int) -> [String] {
        var lines: [String] = []
        while lines.count < count, let line = line() { lines.append(line) }
        return lines
    }

    /// How the process ended: its code, or the signal that ended it.
    func end() -> (reason: Process.TerminationReason, status: Int32) {
        process.waitUntilExit()
        return (process.terminationReason, process.terminationStatus)
    }
}
