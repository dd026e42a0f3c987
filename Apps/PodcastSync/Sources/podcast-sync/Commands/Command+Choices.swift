import Foundation
import PodcastModel
import PodcastStore
import PodcastSync

extension Command {
    static let undo = Option(name: "--not", summary: "take back what was said before")

    private static let episodeOperand = """
        EPISODE is an episode's number, as `podcast-sync episodes` shows it, or its title.
        """

    static let download = Command(
        name: "download", operands: "EPISODE…", operandCount: 1...Int.max,
        summary: "get episodes now, whatever the policy says",
        details: """
            \(episodeOperand)
            It is fetched at once, also when it was skipped or failed a moment ago; only a pause that
            its host asked for is respected. From then on it is wanted, and cleanup leaves it. With
            --not the policy decides again.
            """, options: [undo, .notify, .engine] + runOptions,
        exitCodes: ExitCode.ofRuns,
        examples: [
            Example("podcast-sync download 17 18", "get two episodes now"),
            Example("podcast-sync download --not 17", "leave it to the policy again"),
        ], seeAlso: ["episodes", "keep", "skip"]
    ) { arguments in
        let asks = !arguments.has(undo)
        let (options, limits) = (try options(arguments), try limits(arguments))
        let episodes = try await change(arguments) { store, directory, episode in
            try store.setAsked(episode.id, asks)
            if asks { try LibraryFiles(directory).forgetIfNotWhole(episode, store) }
        }
        guard asks else {
            try report(episodes, "the policy decides about", arguments)
            return .done
        }
        let summary = try await run(
            arguments,
            .init(feeds: .only([]), downloads: .only(Set(episodes.map(\.id))), limits: limits), options)
        let report = RunReport(summary)
        try Output(arguments).write(report) {
            report.downloads.compactMap(\.line) + [
                "\(report.downloaded) downloaded, \(report.failed) failed, "
                    + "\(summary.alreadyHere) here already"
            ]
        }
        return summary.exitCode
    }

    static let skip = Command(
        name: "skip", operands: "EPISODE…", operandCount: 1...Int.max,
        summary: "remove episodes and never get them again",
        details: """
            \(episodeOperand)
            Its file is removed where there is one, also when it was kept, and it does not come back by
            itself. With --not it may: the policy decides again.
            """, options: [undo, .library, .wait, .deadline, .quiet],
        exitCodes: ExitCode.ofRuns,
        examples: [
            Example("podcast-sync skip 17", "remove an episode for good"),
            Example("podcast-sync skip --not 17", "let it come back"),
        ], seeAlso: ["clean", "keep", "download"]
    ) { arguments in
        let skips = !arguments.has(undo)
        let options = try options(arguments)
        let episodes = try await change(arguments) { store, _, episode in
            try store.setSkipped(episode.id, skips)
        }
        guard skips else {
            try report(episodes, "the policy decides about", arguments)
            return .done
        }
        let summary = try await run(arguments, .init(feeds: .only([]), removals: .skipped), options)
        try report(episodes, "skipped", arguments, removals: summary.removals)
        return summary.exitCode
    }

    static let keep = Command(
        name: "keep", operands: "EPISODE…", operandCount: 1...Int.max,
        summary: "keep the files of episodes, whatever the policy says",
        details: """
            \(episodeOperand)
            Cleanup leaves its file once it is here. With --not the policy decides again.
            """, options: [undo, .library, .wait],
        examples: [
            Example("podcast-sync keep 17", "never let cleanup take it")
        ], seeAlso: ["skip", "clean"]
    ) { arguments in
        let keeps = !arguments.has(undo)
        let episodes = try await change(arguments) { store, _, episode in
            try store.setKept(episode.id, keeps)
        }
        try report(episodes, keeps ? "kept" : "the policy decides about", arguments)
        return .done
    }

    static let clean = Command(
        name: "clean", summary: "remove the files that no policy wants any more",
        details: """
            A sync does so in the end too, unless it is given --no-clean. What you keep or asked for stays.
            What is removed leaves a tombstone and does not come back by itself; `podcast-sync plan` says
            beforehand what would go, and `podcast-sync download` gets it again.
            """, options: [.library, .wait, .deadline, .quiet],
        exitCodes: ExitCode.ofRuns,
        examples: [
            Example("podcast-sync clean", "make the policy true of what is here")
        ], seeAlso: ["plan", "policy", "keep"]
    ) { arguments in
        let summary = try await run(arguments, .init(feeds: .only([]), removals: .unwanted))
        let report = RunReport(summary)
        try Output(arguments).write(report) {
            report.removals.compactMap(\.line) + [report.removals.line]
        }
        return summary.exitCode
    }

    /// Does one thing to each episode that is named, with the library locked; none when one is not there.
    private static func change(
        _ arguments: Arguments, _ body: (Store, URL, Episode) throws -> Void
    ) async throws -> [Episode] {
        let directory = try arguments.existingLibrary()
        return try await locked(arguments) { store in
            let episodes = try EpisodeLookup(store).episodes(for: arguments)
            for episode in episodes { try body(store, directory, episode) }
            return episodes
        }
    }

    private static func report(
        _ episodes: [Episode], _ verb: String, _ arguments: Arguments, removals: [RemovalResult] = []
    ) throws {
        let choices = episodes.map { ChoiceReport.Choice(episode: $0.id.rawValue, title: $0.title) }
        let report = ChoiceReport(
            episodes: choices, removals: removals.map(RunReport.Removal.init))
        try Output(arguments).write(report) {
            choices.map { "\(verb): \($0.title)" } + report.removals.compactMap(\.line)
        }
    }
}

/// What `skip`, `keep` and the taking back of them answer.
private struct ChoiceReport: Encodable {
    struct Choice: Encodable {
        let episode: Int64
        let title: String
    }

    let episodes: [Choice]
    let removals: [RunReport.Removal]
}
