import Foundation
import PodcastModel
import PodcastStore

/// Finds episodes by what a person calls them: a number, or a title.
struct EpisodeLookup {
    private let episodes: [Episode]

    init(_ store: Store) throws(PodcastError) { episodes = try store.episodes() }

    /// Those that `arguments` name, in order, each once.
    ///
    /// - Throws: A usage error for the first that is not there; then none is to be touched.
    func episodes(for arguments: Arguments) throws -> [Episode] {
        var seen: Set<EpisodeID> = []
        return try arguments.operands.map { try episode($0, for: arguments) }
            .filter { seen.insert($0.id).inserted }
    }

    private func episode(_ text: String, for arguments: Arguments) throws -> Episode {
        if let number = Int64(text), let found = episodes.first(where: { $0.id.rawValue == number }) {
            return found
        }
        let titled = episodes.filter { $0.title.lowercased() == text.lowercased() }
        if let only = titled.first, titled.count == 1 { return only }
        guard titled.isEmpty else {
            let numbers = titled.prefix(5).map { "\($0.id.rawValue)" } + (titled.count > 5 ? ["…"] : [])
            throw PodcastError(
                .usage, "several episodes are called '\(text.withoutCredentials)'", at: arguments.command,
                advice: "use one of their numbers: \(numbers.joined(separator: ", "))")
        }
        let near = NearNames.near(text, among: episodes.map(\.title))
        throw PodcastError(
            .usage, "no episode is called '\(text.withoutCredentials)'", at: arguments.command,
            advice: near.suggestion ?? "podcast-sync episodes shows them with their numbers")
    }
}
