import Foundation
import PodcastModel

/// The program's entry: finds the command, runs it, and turns an error into one line and a code.
@main
struct Command {
    static let usage = """
        usage: podcast-sync COMMAND

          subscribe URL --library DIR   add a feed
          policy all|N --library DIR    keep all episodes of each feed, or the newest N
          sync --once --library DIR     refresh every feed, download what is wanted
          serve DIR                     serve a folder of feeds on loopback, until interrupted
          demo                          sync a made library from a loopback server

        sync takes --allow-private-hosts; each command takes --help.
        """

    static func main() async {
        var arguments = Array(CommandLine.arguments.dropFirst())
        guard let name = arguments.first else { fail(.usage, usage) }
        arguments.removeFirst()
        if name == "--help" || arguments.contains("--help") {
            print(usage)
            return
        }
        do {
            switch name {
            case "subscribe": try subscribe(try Options(arguments))
            case "policy": try policy(try Options(arguments))
            case "sync": try await sync(try Options(arguments))
            case "serve": try serve(try Options(arguments))
            case "demo": try await demo()
            default: fail(.usage, "podcast-sync: unknown command '\(name)'; see podcast-sync --help")
            }
        } catch let error as PodcastError {
            fail(error.exitCode, "podcast-sync: \(error)")
        } catch {
            fail(.someFailed, "podcast-sync: \(error)")
        }
    }

    static func fail(_ code: ExitCode, _ message: String) -> Never {
        warn(message)
        exit(Int32(code.rawValue))
    }

    static func warn(_ message: String) {
        FileHandle.standardError.write(Data((message + "\n").utf8))
    }
}

/// A command's options and its one operand.
struct Options {
    private(set) var operand: String?
    private(set) var library: URL?
    private(set) var once = false
    private(set) var allowsPrivateHosts = false

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--library":
                guard let path = rest.popFirst() else {
                    throw PodcastError(.usage, "--library needs a folder", at: "the command line")
                }
                library = URL(fileURLWithPath: path)
            case "--once": once = true
            case "--allow-private-hosts": allowsPrivateHosts = true
            default:
                guard !argument.hasPrefix("-"), operand == nil else {
                    throw PodcastError(
                        .usage, "unknown argument '\(argument)'", at: "the command line")
                }
                operand = argument
            }
        }
    }

    func requireLibrary() throws -> URL {
        guard let library else {
            throw PodcastError(
                .usage, "no library", at: "the command line", advice: "add --library DIR")
        }
        return library
    }

    func requireOperand(_ what: String) throws -> String {
        guard let operand else {
            throw PodcastError(.usage, "no \(what)", at: "the command line")
        }
        return operand
    }
}
