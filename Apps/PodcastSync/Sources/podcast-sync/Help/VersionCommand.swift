import PodcastModel

/// `podcast-sync --version`.
enum VersionCommand {
    static let names = ["--version", "-V"]

    private struct Report: Encodable {
        let name: String
        let version: String
    }

    /// - Parameter words: What follows its name: nothing, or --json.
    /// - Throws: A usage error for anything else.
    static func answer(_ words: some Collection<String>) throws {
        if let extra = words.first(where: { $0 != Option.json.name }) {
            throw PodcastError(
                .usage, "'\(extra)' is one too many", at: "--version", advice: "see podcast-sync --help")
        }
        let report = Report(name: ProgramVersion.name, version: ProgramVersion.number)
        try Output(isJSON: !words.isEmpty).write(report) { ["\(report.name) \(report.version)"] }
    }
}
