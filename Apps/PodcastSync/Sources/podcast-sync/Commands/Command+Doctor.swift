import CogGraph
import Foundation
import PodcastModel
import PodcastSync

extension Command {
    static let doctor = Command(
        name: "doctor", summary: "check the library, and say what to do about what is wrong",
        details: """
            Checks the store and what it refers to, every file against what was downloaded, unfinished
            downloads, files that nothing knows, what an engine left beside the program, feeds that are gone
            or failed, hosts that asked for a pause, and whether the library can be written. It changes
            nothing. With a finding it exits 1. A folder of no feed is none: unsubscribe left it, or you
            made it. It is named.
            """, options: [.library],
        exitCodes: ExitCode.ofChecks,
        examples: [
            Example(
                "podcast-sync doctor || echo 'look at your podcasts'",
                "tell somebody when something is wrong")
        ], seeAlso: ["status", "clean"]
    ) { arguments in
        let directory = try arguments.existingLibrary()
        let doctor = try await LibraryDoctor(directory: directory, now: Date()) { Cogs.assemble() }
        let report = DoctorReport(directory.path, doctor)
        try Output(arguments).write(report) { report.lines }
        return report.findings.isEmpty ? .done : .someFailed
    }
}

/// What `doctor` answers.
private struct DoctorReport: Encodable {
    struct Entry: Encodable {
        let kind: String
        let place: String
        let what: String
        let advice: String
    }

    let library: String
    let feeds: Int
    let episodes: Int
    /// How many files are as they were downloaded.
    let files: Int
    let findings: [Entry]
    /// What is yours to keep or remove.
    let foldersOfNoFeed: [String]
    /// Who uses the library at the moment.
    let holder: String?

    init(_ library: String, _ doctor: LibraryDoctor) {
        self.library = library
        feeds = doctor.feeds
        episodes = doctor.episodes
        files = doctor.files
        holder = doctor.holder
        foldersOfNoFeed = doctor.foldersOfNoFeed
        findings = doctor.findings.map {
            Entry(kind: $0.kind.rawValue, place: $0.place, what: $0.what, advice: $0.advice)
        }
    }

    var lines: [String] {
        findings.map { "\($0.place): \($0.what); \($0.advice)" }
            + foldersOfNoFeed.map { "\($0): a folder of no feed; keep it, or remove it" }
            + (holder.map { ["in use by \($0): what is under way may look unfinished"] } ?? [])
            + [
                "\(feeds.counted("feed")), \(episodes.counted("episode")), \(files.counted("file")) as they "
                    + "were downloaded, \(findings.count.counted("finding"))"
            ]
    }
}
