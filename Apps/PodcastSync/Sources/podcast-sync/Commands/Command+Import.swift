import Foundation
import PodcastFeeds
import PodcastModel
import PodcastStore

extension Command {
    static let importList = Command(
        name: "import", operands: "FILE", operandCount: 1...1,
        summary: "subscribe to every feed of an OPML file",
        details: """
            FILE may be - for standard input. Nothing is fetched: the next refresh or sync does that.
            An outline that is no feed is told on standard error, and the others are taken.
            """, options: [.library, .wait],
        exitCodes: ExitCode.ofChecks,
        examples: [
            Example("podcast-sync import subscriptions.opml", "subscribe to what another program exported"),
            Example("curl -s https://example.com/list.opml | podcast-sync import -", "the same from a pipe"),
        ], seeAlso: ["export", "subscribe", "refresh"]
    ) { arguments in
        let path = arguments.operands[0]
        let document: OPMLDocument
        do {
            document = try OPML.parse(try bytes(of: path))
        } catch FeedError.notXML {
            throw PodcastError(
                .someFailed, "is not XML", at: path, advice: "give an OPML file, or - for standard input")
        } catch let error as FeedError {
            throw PodcastError(.someFailed, "\(error)", at: path)
        }
        var report = ImportReport(refused: document.problems.map { "\(path): \($0)" })
        try await locked(arguments) { store in
            for subscription in document.subscriptions {
                switch try store.addFeed(subscription.url, title: subscription.title) {
                case .inserted: report.added += 1
                case .existing: report.known += 1
                }
            }
        }
        for line in report.refused { Output.complain(line) }
        try Output(arguments).write(report) { [report.line] }
        return report.refused.isEmpty ? .done : .someFailed
    }

    private static func bytes(of path: String) throws(PodcastError) -> [UInt8] {
        let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path) }
        defer { if descriptor > 0 { close(descriptor) } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let limit = FeedLimits().bytes
        while true {
            // A pipe or a device may never end.
            guard bytes.count <= limit else {
                throw PodcastError(
                    .someFailed, "more than \(limit) bytes are over the limit", at: path,
                    advice: "give an OPML file, or - for standard input")
            }
            let count = read(descriptor, &chunk, chunk.count)
            if count > 0 { bytes += chunk[..<count] }
            if count == 0 { return bytes }
            if count < 0, errno != EINTR { throw unreadable(path) }
        }
    }

    private static func unreadable(_ path: String) -> PodcastError {
        PodcastError(
            .usage, "cannot read it: \(String(cString: strerror(errno)))", at: path,
            advice: "give an OPML file, or - for standard input")
    }
}

/// What `import` answers.
private struct ImportReport: Encodable {
    var added = 0
    var known = 0
    var refused: [String]

    var line: String {
        "\(added.counted("feed")) added, \(known) subscribed already, \(refused.count) refused"
    }
}
