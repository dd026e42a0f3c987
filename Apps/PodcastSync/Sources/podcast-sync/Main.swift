import Foundation
import PodcastModel

/// The program: finds the command, runs it, and turns what it threw into one line and a code.
@main
struct Main {
    static func main() async {
        // A reader that went away is an error of the write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            exit((try await run(arguments)).rawValue)
        } catch let error as PodcastError {
            Output.complain("\(error)")
            exit(error.exitCode.rawValue)
        } catch {
            Output.complain("\(error)")
            exit(ExitCode.someFailed.rawValue)
        }
    }

    private static func run(_ arguments: [String]) async throws -> ExitCode {
        guard let name = arguments.first else {
            throw PodcastError(
                .usage, "no command", at: "the command line", advice: "see podcast-sync --help")
        }
        if ["--help", "-h", "help"].contains(name) {
            let command = arguments.dropFirst().first.flatMap(Command.named)
            Output(isJSON: false).line(command?.help ?? Command.overview)
            return .done
        }
        guard let command = Command.named(name) else {
            throw PodcastError(
                .usage, "there is no such command", at: "'\(name)'",
                advice: "see podcast-sync --help")
        }
        if arguments.contains("--help") || arguments.contains("-h") {
            Output(isJSON: false).line(command.help)
            return .done
        }
        return try await command.run(try Arguments(arguments.dropFirst(), for: command))
    }
}
