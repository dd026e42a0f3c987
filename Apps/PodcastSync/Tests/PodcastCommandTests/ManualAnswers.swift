import Foundation
import PodcastServer
import Testing

/// What the commands answer over a library that has seen good and bad, so that every field occurs.
struct ManualAnswers {
    private let program: Program
    private let server: LoopbackServer
    /// One that asks to be left alone.
    private let busy: LoopbackServer
    private var answers: [String: [JSON]] = [:]
    private var codes: [String: Set<Int32>] = [:]

    /// By command; errors are under `error`.
    static func collect() async throws -> [String: [JSON]] { try await all().answers }

    static func exitCodes() async throws -> [String: Set<Int32>] { try await all().codes }

    private static func all() async throws -> ManualAnswers {
        var answers = try ManualAnswers()
        defer {
            answers.server.stop()
            answers.busy.stop()
            answers.program.remove()
        }
        try await answers.subscribe()
        try await answers.choose()
        try await answers.look()
        try await answers.carry()
        try await answers.leave()
        return answers
    }

    private init() throws {
        program = try Program()
        server = try LoopbackServer()
        busy = try LoopbackServer()
    }

    /// Runs a command and takes down its answer under `name`, its own unless given.
    private mutating func run(_ words: String..., as name: String? = nil) async throws {
        let isBare = words.first == "demo" || words.contains("--library")
        let library = isBare ? [] : ["--library", program.library.path]
        let result = try await program.run(words + library + ["--json"])
        let answer = try JSONDecoder().decode(JSON.self, from: Data(result.output.utf8))
        let command = words.first ?? ""
        codes[command, default: []].insert(result.code)
        if case .object(let members) = answer, members["error"] != nil {
            answers["error", default: []].append(answer)
        } else {
            answers[name ?? command, default: []].append(answer)
        }
    }

    private mutating func subscribe() async throws {
        Feeds.serve("Alpha", 5, on: server)
        let odd = Feeds.rss("Odd", 2, on: server)
            .replacing("<title>Odd</title>", with: "<title>Odd & more</title>")
        server.route("/odd.xml", .text(odd))
        for part in 1...2 { server.route("/media/Odd/\(part).mp3", Feeds.media("Odd", part)) }
        try await run("status")
        try await run("subscribe", server.url("/Alpha.xml").absoluteString)
        try await run("subscribe", server.url("/Alpha.xml").absoluteString)
        try await run("subscribe", server.url("/nothing.xml").absoluteString)
        try await run("subscribe", server.url("/odd.xml").absoluteString)
        let list = try program.file(
            "list.opml",
            """
            <opml version="2.0"><body><outline type="rss" text="Odd" xmlUrl="\(server.origin)/odd.xml"/>
            <outline type="rss" text="none"/></body></opml>
            """)
        try await run("import", list)
        try await run("refresh")
        try await run("refresh", "2")
        try await run("refresh", "Alhpa")
        server.route("/former.xml", .redirect(301, to: "/latter.xml"))
        server.route("/latter.xml", .text("<rss><channel><title>Latter</title></channel></rss>"))
        try await run("subscribe", server.url("/former.xml").absoluteString)
        server.route("/former2.xml", .redirect(301, to: "/latter2.xml"))
        server.route("/latter2.xml", .text("<rss><channel><title>Latter 2</title></channel></rss>"))
        try await run("subscribe", "--no-refresh", server.url("/former2.xml").absoluteString)
        server.route("/twin.xml", .redirect(301, to: "/latter.xml"))
        try await run("subscribe", "--no-refresh", server.url("/twin.xml").absoluteString)
        busy.routeOthers { _ in .status(429, headers: ["Retry-After": "9999"]) }
        try await run("subscribe", busy.url("/1.xml").absoluteString)
        try await run("subscribe", busy.url("/2.xml").absoluteString)
    }

    private mutating func choose() async throws {
        try await run(
            "policy", "5", "--max-age", "99999", "--include", "part", "--exclude", "rerun", "--budget", "1G",
            "--new", "9")
        try await run("policy", "--feed", "1")
        try await run(
            "policy", "--feed", "1", "--max-age", "99998", "--exclude", "again", "--budget", "2G")
        server.route("/media/Alpha/5.mp3", Response(status: 500))
        try await run("sync", "--once", "--notify", "exit 1")
        try await run("download", "2")
        try await run("download", "--not", "2", as: "download --not")
        try await run("keep", "3", "6")
        try await run("skip", "1")
        // A folder in a file's place cannot be removed as one.
        let file = program.library.appendingPathComponent("Alpha/Part 2.mp3")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        try await run("policy", "0")
        try await run("plan")
        try await run("skip", "2")
        try await run("clean")
        // One that takes too long on a title of two letters.
        try await run("policy", "3", "--exclude", "(?:.?.?.?){999}!", "--feed", "1")
        try await run("sync", "--once")
        try await run("policy", "--exclude", "again", "--feed", "1")
    }

    private mutating func look() async throws {
        for command in ["list", "episodes", "plan", "status", "export"] { try await run(command) }
        try await run("export", program.folder.appendingPathComponent("out.opml").path)
        let lock = open(program.library.appendingPathComponent("library.lock").path, O_RDWR | O_CLOEXEC)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        try await run("doctor")
        // What a run tells depends on how long it takes; this one has told everything.
        pwrite(lock, "process 7 (sync)\n", 17, 0)
        try Data(
            """
            {"process": 7, "command": "sync", "since": 0, "feedsDone": 1, "feeds": 2, "downloadsDone": 3,
            "downloads": 4, "bytes": 5, "bytesPerSecond": 6.5, "bytesLeft": 7}
            """.utf8
        ).write(to: program.library.appendingPathComponent("library.running.json"))
        try await run("status")
        close(lock)
    }

    /// A run that is killed leaves a download at work beside it, and its feed is unsubscribed then.
    private mutating func carry() async throws {
        let library = ["--library", program.folder.appendingPathComponent("carried").path]
        let gate = StallGate()
        defer { gate.open() }
        Feeds.serve("Carried", 1, on: server)
        Feeds.stall("Carried", 1, at: gate, on: server)
        let address = server.url("/Carried.xml").absoluteString
        try await run("subscribe", address, library[0], library[1])
        _ = try await program.run(["sync", "--once", "--engine", "aria2"] + library) { process in
            await gate.reached()
            kill(process.processIdentifier, SIGKILL)
        }
        try await run("status", library[0], library[1])
        try await run("doctor", library[0], library[1])
        try await run("unsubscribe", "Carried", library[0], library[1])
        try await run("sync", "--once", "--engine", "aria2", library[0], library[1])
    }

    private mutating func leave() async throws {
        try await run("unsubscribe", "1", "--delete")
        let file = program.library.appendingPathComponent("Alpha/Part 2.mp3")
        try FileManager.default.removeItem(at: file)
        try await run("unsubscribe", "1", "--delete")
        try await run("unsubscribe", "3")
        try FileManager.default.createDirectory(
            at: program.library.appendingPathComponent("Former"), withIntermediateDirectories: false)
        try await run("doctor")
        try await run("sync", "--once")
        try await run("demo")
    }
}
