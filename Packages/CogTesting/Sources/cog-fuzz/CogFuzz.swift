import AsyncPrograms
import GraphPrograms
import ScopePrograms

/// Runs random programs in the graph and in a plain model of it, until they part or all are done.
@main
@MainActor
struct CogFuzz {
    static func main() async throws {
        let options = Options(CommandLine.arguments.dropFirst())
        switch options.subject {
        case .graph: try await graph.run(options)
        case .async: try await async.run(options)
        case .scopes: try await scopes.run(options)
        case .orders: try await Orders.run(others: options.others)
        }
    }

    private static let graph = Campaign<Program>(option: "", what: "programs") { program in
        try await Fuzz.check(program).map { "at step \($0.step): \($0)" }
    }

    static let async = Campaign<AsyncProgram>(option: "--async", what: "async programs") { program in
        try await AsyncPrograms.check(program).map { "at step \($0.step): \($0)" }
    }

    private static let scopes = Campaign<ScopeProgram>(option: "--scopes", what: "programs of scopes") {
        await ScopeFuzz.difference($0)
    }
}
