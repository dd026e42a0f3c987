// A small server, whole: four services that start in order and stop in reverse. A line on standard input is a
// request. One service is supervised: it answers, and is begun again when it fails. Ctrl-C ends the server,
// and it prints what became of each service; so does the end of its input.
//
//     swift run word-server
import Foundation
import StoicServices

private let journal = ServiceKey<Journal>("journal")
private let requests = ServiceKey<Requests>("requests")
private let answers = ServiceKey<Answers>("answers")
private let desk = ServiceKey<Desk>("desk")

@main
struct WordServer {
    static func main() async throws {
        do {
            try await services().run(stoppingOn: [.sigint, .sigterm], observer: tell) { services in
                say("ready")
                try await services[requests].untilTheirEnd()
            }
        } catch let error as RunCancelled {
            // What the shell tells of a program that a signal ended.
            if case .signal(let number) = error.cause { exit(128 + number) }
            throw error
        }
    }

    /// What is missing, doubled or circular is told here, before anything starts.
    private static func services() throws -> ServiceGraph {
        try ServiceGraph(label: "word-server") {
            Provide(
                journal, start: { _ in Journal() },
                stop: { journal, _ in say("\(await journal.answers.count) answered") })
            Provide(requests, start: { _ in Requests() }, stop: { requests, _ in requests.close() })
            Provide(answers, needs: [journal.any], start: { Answers(journal: $0[journal]) })
            Provide(
                desk, needs: [requests.any, answers.any],
                restart: .onFailure(atMost: 3, in: .seconds(60), backoff: .constant(.milliseconds(50))),
                start: { Desk(requests: $0[requests], answers: $0[answers]) },
                run: { try await $0.work() })
        }
    }

    /// Logs and metrics go here: each transition as it happens. This server shows two, and its report.
    @Sendable
    private static func tell(_ event: ServiceEvent) {
        switch event.kind {
        case .workFailed, .report: say("\(event.kind)")
        default: break
        }
    }
}

/// At once, also where standard output is a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
