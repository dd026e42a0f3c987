import Foundation
import PodcastModel

/// What a command was called with: its operands, and the options that were given.
struct Arguments: Sendable {
    let command: String
    private(set) var operands: [String] = []
    private var values: [String: String] = [:]
    private var flags: Set<String> = []
    /// When the command began.
    let began = ContinuousClock.now

    /// - Throws: A `PodcastError` with the usage code that names what is wrong and what would do.
    init(_ words: some Sequence<String>, for command: Command) throws {
        self.command = command.name
        var rest = Array(words)[...]
        // The system's library repairs such a word; what it names would be another file.
        if let word = rest.first(where: { $0.contains("\u{FFFD}") }) {
            throw usage("'\(word.withoutCredentials)' is not UTF-8")
        }
        var onlyOperands = false
        while let word = rest.popFirst() {
            if onlyOperands || word == "-" || !word.hasPrefix("-") {
                operands.append(word)
            } else if word == "--" {
                onlyOperands = true
            } else {
                try take(word, &rest, command)
            }
        }
        guard command.operandCount.contains(operands.count) else {
            let wrong = operands.dropFirst(command.operandCount.upperBound).first
            throw usage(
                wrong.map { "'\($0.withoutCredentials)' is one too many" } ?? "needs \(command.operands)")
        }
    }

    private mutating func take(
        _ word: String, _ rest: inout ArraySlice<String>, _ command: Command
    ) throws {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = command.accepted.first(where: { $0.name == name }) else {
            let near = NearNames.near(name, among: command.accepted.map(\.name))
            throw PodcastError(
                .usage, "takes no option '\(name)'", at: self.command,
                advice: near.suggestion ?? "see podcast-sync \(self.command) --help")
        }
        switch (option.value, parts.count > 1 ? String(parts[1]) : nil) {
        case (nil, nil): flags.insert(name)
        case (nil, _?): throw usage("\(name) takes no value")
        case (_?, let value?): values[name] = value
        case (let placeholder?, nil):
            guard let value = rest.popFirst() else { throw usage("\(name) needs \(placeholder)") }
            values[name] = value
        }
    }

    var isJSON: Bool { has(.json) }

    func has(_ option: Option) -> Bool { flags.contains(option.name) }

    func value(_ option: Option) -> String? { values[option.name] }

    /// A count of at least one.
    func count(_ option: Option) throws -> Int? {
        guard let text = value(option) else { return nil }
        guard let count = Int(text), count > 0 else {
            throw usage("\(option.name) needs a number from 1 up, not '\(text)'")
        }
        return count
    }

    /// The library's folder: the option's, else the one the system's conventions give.
    func library() throws -> URL {
        if let path = value(.library) {
            guard !path.isEmpty else { throw usage("--library needs DIR") }
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        let environment = ProcessInfo.processInfo.environment
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            return URL(fileURLWithPath: data + "/podcast-sync", isDirectory: true)
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw usage("there is no home folder for the library; add --library DIR")
        }
        return URL(fileURLWithPath: home + "/.local/share/podcast-sync", isDirectory: true)
    }

    /// The library's folder, for a command that makes none: a mistyped path is told, and not
    /// taken for a library without feeds.
    func existingLibrary() throws -> URL {
        let directory = try library()
        guard access(directory.appendingPathComponent("library.sqlite").path, F_OK) == 0 else {
            let reason = errno == ENOENT ? "" : ": \(String(cString: strerror(errno)))"
            throw PodcastError(
                .store, "there is no library\(reason)", at: directory.path,
                advice: "subscribe to a feed first, or give another --library")
        }
        return directory
    }

    /// - Parameter advice: Nil names the command's help.
    func usage(_ what: String, advice: String? = nil) -> PodcastError {
        PodcastError(.usage, what, at: command, advice: advice ?? "see podcast-sync \(command) --help")
    }
}
