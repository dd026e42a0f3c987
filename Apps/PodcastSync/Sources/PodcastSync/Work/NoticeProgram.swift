import Foundation
import PodcastModel
import PodcastStore

/// What a notice came to; the store has it already.
enum NoticeEvent: Sendable {
    case ended(NoticeResult)
    case storeFailed(PodcastError)
}

/// The work of telling somebody of one episode: runs the user's command, which reads what it is.
///
/// The notice is owed until the command has ended well: it is given at least once, whatever ends the process
/// in between, and again by the next run where the command failed.
struct NoticeProgram: Sendable {
    /// A command that takes longer is ended, in seconds.
    static let longest = 300
    /// How long one that is asked to end has for it.
    private static let patience: Duration = .seconds(5)

    let command: String
    let store: Store
    let directory: URL
    let environment: Environment

    func run(_ notice: Notice, _ report: @escaping @Sendable (NoticeEvent) -> Void) async {
        let reason = await reason(notice)
        // What was cut off is owed still, also by a command that calls that a good end.
        guard !Task.isCancelled else { return }
        do {
            if reason == nil { try store.endNotice(notice.id) }
            report(
                .ended(
                    NoticeResult(
                        episode: notice.id, title: notice.episode.title,
                        reason: reason.map { "the command of --notify \($0); the next run tries it again" })))
        } catch {
            report(.storeFailed(error))
        }
    }

    /// Why the command has failed; nil where it ended well.
    private func reason(_ notice: Notice) async -> String? {
        let child: ChildProcess
        do {
            let message = try JSONEncoder.answering.encode(Message(notice, in: directory))
            child = try ChildProcess(
                command, environment: variables(notice), input: message + [0x0A], clock: environment.clock)
        } catch {
            return "cannot be run: \(error.localizedDescription)"
        }
        return switch await child.end(within: .seconds(Self.longest), patience: Self.patience) {
        case .code(0)?: nil
        case .code(let code)?: "ended with code \(code)"
        case .signal(let number)?: "was ended by signal \(number)"
        case nil: "took longer than \(Self.longest) seconds and was ended"
        }
    }

    private func variables(_ notice: Notice) -> [String: String] {
        [
            "PODCAST_FEED": notice.feed.title, "PODCAST_EPISODE": notice.episode.title,
            "PODCAST_FILE": notice.file.url(in: directory).path,
        ]
    }
}

/// What the command reads on its standard input.
private struct Message: Encodable {
    let episode: Int64
    let title: String
    let feed: Int64
    let feedTitle: String
    let path: String
    let bytes: Int64
    let published: Date?
    let url: String?

    init(_ notice: Notice, in directory: URL) {
        episode = notice.episode.id.rawValue
        title = notice.episode.title
        feed = notice.feed.id.rawValue
        feedTitle = notice.feed.title
        path = notice.file.url(in: directory).path
        bytes = notice.bytes
        published = notice.episode.published
        url = notice.episode.enclosureURL?.withoutCredentials
    }
}

extension JSONEncoder {
    /// As the program's answers are written: one line, in a fixed order.
    fileprivate static var answering: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }
}
