import Foundation
import PodcastModel
import PodcastServer
import StoicServices

extension Command {
    static let port = Option(
        name: "--port", value: "N", summary: "listen on this port; a free one unless given")

    static let script = Option(
        name: "--script", value: "FILE", summary: "misbehave as the rules of this file say")

    static let serve = Command(
        name: "serve", operands: "DIR", operandCount: 1...1,
        summary: "serve a folder of feeds on loopback, until interrupted",
        details: """
            Takes every .xml, .rss and .opml file of DIR. Their enclosures are rewritten to this server
            and answer made-up bytes, so that real feeds can be synced without their hosts. It
            prints the addresses to subscribe to, then one line for each request. With --script it is slow,
            lies, and breaks off where FILE says so; Docs/podcast-sync.md has what can be in it.
            """, options: [port, script],
        exitCodes: [.done, .usage],
        examples: [
            Example("podcast-sync serve feeds --port 8080", "serve what is in the folder feeds"),
            Example("podcast-sync serve feeds --script faults.json", "the same, with faults"),
        ], seeAlso: ["subscribe", "demo"]
    ) { arguments in
        let folder = URL(fileURLWithPath: arguments.operands[0], isDirectory: true)
        let site = try site(of: folder)
        let port = try arguments.count(port) ?? 0
        guard let port = UInt16(exactly: port) else { throw arguments.usage("there is no port \(port)") }
        let script = try arguments.value(script).map { try readScript($0) } ?? ServerScript()
        let output = Output(arguments)
        let server = ServiceKey<LoopbackServer>("server")
        let graph = try ServiceGraph(label: "podcast-sync serve") {
            Provide(
                server,
                start: { _ in
                    try LoopbackServer(
                        port: port, observer: { record in try? output.write(Line(record)) { ["\(record)"] } },
                        prepare: { server in
                            site.install(on: server)
                            server.follow(script)
                        })
                }, stop: { server, _ in server.stop() })
        }
        do {
            try await graph.run(stoppingOn: [.sigint, .sigterm, .sighup]) { services in
                let server = services[server]
                let addresses = site.files.map { site.url(of: $0, on: server).absoluteString }
                try output.write(["feeds": addresses]) { addresses }
                await untilCancelled()
            }
        } catch ServiceGraphError.startFailed(_, let error, _) {
            throw PodcastError(
                .usage, "\(error)", at: arguments.command, advice: "give another --port")
        }
        return .done
    }

    private static func site(of folder: URL) throws(PodcastError) -> FolderSite {
        let site: FolderSite
        do {
            site = try FolderSite(directory: folder)
        } catch {
            let reason = access(folder.path, R_OK | X_OK) == 0 ? "\(error)" : String(cString: strerror(errno))
            throw PodcastError(
                .usage, "cannot read the feeds: \(reason)", at: folder.path,
                advice: "give a folder of .xml, .rss or .opml files")
        }
        guard !site.files.isEmpty else {
            throw PodcastError(
                .usage, "holds no feed", at: folder.path,
                advice: "give a folder of .xml, .rss or .opml files")
        }
        return site
    }

    private static func readScript(_ path: String) throws(PodcastError) -> ServerScript {
        guard let data = FileManager.default.contents(atPath: path) else {
            // What the file manager says of it is less than what the system says.
            let code = access(path, R_OK) == 0 ? EISDIR : errno
            throw PodcastError(
                .usage, "cannot read the script: \(String(cString: strerror(code)))", at: path,
                advice: "give a file with rules")
        }
        do {
            return try ServerScript(json: data)
        } catch {
            let place = error.place.isEmpty ? "" : error.place + " "
            throw PodcastError(.usage, place + error.what, at: path, advice: error.advice)
        }
    }

    private static func untilCancelled() async {
        let (never, continuation) = AsyncStream<Never>.makeStream()
        for await _ in never {}
        continuation.finish()
    }
}

/// One answered request as `serve --json` writes it.
private struct Line: Encodable {
    let method: String
    let path: String
    let status: Int
    let bytes: Int
    let isConditional: Bool
    let range: String?
    let rule: Int?

    init(_ record: RequestRecord) {
        method = record.method
        path = record.path
        status = record.status
        bytes = record.bytes
        isConditional = record.isConditional
        range = record.range
        rule = record.rule
    }
}
