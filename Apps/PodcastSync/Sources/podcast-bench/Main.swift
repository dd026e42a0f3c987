import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What `make bench-podcast` needs besides the tools it compares: the site that all of them ask, and a
/// process that does no more than one request.
@main
struct Main {
    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "serve": try PeerSite.serve()
        case "request": try await request(CommandLine.arguments.dropFirst(2))
        default: misused()
        }
    }

    /// What a process takes at least that asks through URLSession.
    private static func request(_ words: ArraySlice<String>) async throws {
        guard let url = words.first.flatMap({ URL(string: $0) }) else { misused() }
        let (data, _) = try await URLSession.shared.data(from: url)
        print(data.count)
    }

    private static func misused() -> Never {
        FileHandle.standardError.write(Data("usage: podcast-bench serve | request URL\n".utf8))
        exit(2)
    }
}
