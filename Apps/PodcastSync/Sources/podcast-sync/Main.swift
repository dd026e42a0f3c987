import Foundation
import PodcastModel

/// The program: finds the command, runs it, and turns what it threw into one line and a code.
@main
struct Main {
    static func main() async {
        StandardStreams.hold()
        // A reader that went away is an error of the write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        // A file that may not become so long too.
        signal(SIGXFSZ, SIG_IGN)
        // Before a run listens to them, and after it: as when it waits for the library.
        for number in [SIGINT, SIGTERM] { signal(number) { _ in _exit(ExitCode.interrupted.rawValue) } }
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            exit((try await run(arguments)).rawValue)
        } catch {
            exit(tell(error, of: arguments).rawValue)
        }
    }

    /// Tells on standard error why there is no answer, and instead of it when JSON was asked for.
    private static func tell(_ error: any Error, of arguments: [String]) -> ExitCode {
        let error =
            error as? PodcastError
            ?? PodcastError(.someFailed, "\(error)", at: arguments.first ?? "the command line")
        Output.complain("\(error)")
        if arguments.prefix(while: { $0 != "--" }).contains(Option.json.name) {
            // When it cannot be written either, standard error has said all there is to say.
            try? Output(isJSON: true).write(["error": ErrorReport(error)]) { [] }
        }
        return error.exitCode
    }

    private static func run(_ arguments: [String]) async throws -> ExitCode {
        guard let name = arguments.first else {
            throw PodcastError(
                .usage, "no command", at: "the command line", advice: "see podcast-sync --help")
        }
        if HelpCommand.names.contains(name) {
            try HelpCommand.answer(arguments.dropFirst())
            return .done
        }
        if VersionCommand.names.contains(name) {
            try VersionCommand.answer(arguments.dropFirst())
            return .done
        }
        let command = try HelpCommand.command(name)
        let options = arguments.prefix { $0 != "--" }
        if options.contains("--help") || options.contains("-h") {
            try HelpCommand.answer(command, isJSON: options.contains(Option.json.name))
            return .done
        }
        return try await command.run(try Arguments(arguments.dropFirst(), for: command))
    }
}
