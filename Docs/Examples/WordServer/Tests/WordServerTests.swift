import Foundation
import Testing

/// The server as a process: what is written to it, and the lines that it says.
private final class Server {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    private var unread = Data()

    init() throws {
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("word-server")
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
    }

    func ask(_ request: String) { input.fileHandleForWriting.write(Data((request + "\n").utf8)) }

    func endInput() throws { try input.fileHandleForWriting.close() }

    func interrupt() { process.interrupt() }

    /// The next line; nil once the server has said all.
    func line() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[unread.index(after: end)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            unread.append(more)
        }
    }

    /// All that is still said, without the times in it.
    func rest() -> [String] {
        var lines: [String] = []
        while let line = line() { lines.append(String(line.prefix { $0 != ";" })) }
        return lines
    }

    func status() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}

@Suite("A small server")
struct WordServerTests {
    @Test(
        "SVC-10, SVC-12: a server mends the service that fails, and on Ctrl-C stops all in order and reports it"
    )
    func interrupted() throws {
        let server = try Server()
        #expect(server.line() == "ready")
        server.ask("hello")
        #expect(server.line() == "HELLO")
        server.ask("crash")
        #expect(server.line() == "desk’s work failed: Confused(request: \"crash\")")
        server.ask("again")
        #expect(server.line() == "AGAIN")
        server.interrupt()
        #expect(
            server.rest() == [
                "2 answered",
                "word-server: cancelled by SIGINT",
                "  journal: stopped",
                "  requests: stopped",
                "  answers: stopped",
                "  desk: stopped, work failed: Confused(request: \"crash\"), restarts: 1",
            ])
        #expect(server.status() == 128 + SIGINT)
    }

    @Test("SVC-7: a server whose input ends comes to its own end")
    func completed() throws {
        let server = try Server()
        #expect(server.line() == "ready")
        try server.endInput()
        #expect(
            server.rest() == [
                "0 answered", "word-server: completed", "  journal: stopped", "  requests: stopped",
                "  answers: stopped", "  desk: stopped",
            ])
        #expect(server.status() == 0)
    }
}
