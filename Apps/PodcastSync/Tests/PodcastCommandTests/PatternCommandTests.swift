import Foundation
import PodcastServer
import Testing

/// A feed with a title on which a pattern of nested repetitions backtracks without end.
@Suite("Patterns that take too long", .timeLimit(.minutes(5)))
struct PatternCommandTests {
    private let program: Program
    private let server: LoopbackServer
    private let endless = String(repeating: "a", count: 60) + "b"
    private let pattern = "(a+)+$"

    /// Part 1 to Part 3, of which the second is called otherwise.
    private init() async throws {
        program = try Program()
        server = try LoopbackServer()
        Feeds.serve("Alpha", 3, on: server)
        server.route(
            "/Alpha.xml", .text(Feeds.rss("Alpha", 3, on: server).replacing("Part 2", with: endless)))
        #expect(try await run("subscribe", server.url("/Alpha.xml").absoluteString).code == 0)
        #expect(try await run("policy", "all", "--exclude", pattern).code == 0)
    }

    private func end() {
        server.stop()
        program.remove()
    }

    private func run(_ words: String...) async throws -> Program.Result {
        try await program.run(words + ["--library", program.library.path])
    }

    private func hasFile() throws -> Bool {
        try FileManager.default.contentsOfDirectory(
            atPath: program.library.appendingPathComponent("Alpha").path
        ).contains(endless + ".mp3")
    }

    private var complaint: String {
        "podcast-sync: Alpha: the pattern '(a+)+$' takes too long on 1 title, such as '\(endless.prefix(60))…'; "
            + "its episode is neither downloaded nor removed until you set another pattern, or name it to "
            + "podcast-sync download or skip\n"
    }

    @Test("POD-12: plan says which titles a pattern takes too long on, and what to do")
    func plan() async throws {
        defer { end() }
        let plan = try await run("plan")
        #expect(plan.code == 0)
        #expect(
            plan.output == """
                3\tdownload\twanted\tAlpha\tPart 3\tnumber 1; the policy wants all
                2\tnothing\tnot wanted\tAlpha\t\(endless)\t'(a+)+$' takes too long on its title: set another \
                pattern, or `download` or `skip` it
                1\tdownload\twanted\tAlpha\tPart 1\tnumber 2; the policy wants all
                2 wanted: 2 to download, 0 waiting; 0 to remove; 1 undecided

                """)
        let json = try await run("plan", "--json").json()
        #expect(json["undecided"] as? Int == 1)
        let episodes = try #require(json["episodes"] as? [[String: Any]])
        #expect(episodes.map { $0["reason"] as? String } == ["policy", "undecided", "policy"])
        let doctor = try await run("doctor")
        #expect(doctor.code == 1)
        #expect((doctor.output + doctor.complaints).contains("'(a+)+$' takes too long on 1 title"))
    }

    @Test(
        "POD-12: sync gets what is decided, tells of the rest once, exits 1, and gets it when it is decided")
    func sync() async throws {
        defer { end() }
        let synced = try await run("sync", "--once")
        #expect(synced.code == 1)
        #expect(synced.complaints == complaint)
        #expect(synced.output.hasSuffix("1 feed, 3 episodes, 2 downloaded, 0 failed\n"))
        #expect(try !hasFile())
        let json = try await run("sync", "--once", "--json").json()
        let undecided = try #require(json["undecided"] as? [[String: Any]])
        #expect(undecided.map { $0["pattern"] as? String } == [pattern])
        #expect(undecided.map { $0["episodes"] as? Int } == [1])
        #expect(try await run("policy", "--exclude", "b$").code == 0)
        let decided = try await run("sync", "--once")
        #expect(decided.code == 0)
        #expect(decided.complaints == "")
        #expect(try await run("policy", "--exclude", "none").code == 0)
        #expect(try await run("sync", "--once").code == 0)
        #expect(try hasFile())
    }

    @Test(
        "POD-12: what is asked for comes though no pattern decides about it, and clean leaves what it cannot")
    func choices() async throws {
        defer { end() }
        #expect(try await run("download", "2").code == 0)
        #expect(try hasFile())
        #expect(try await run("sync", "--once").code == 0)
        _ = try await run("download", "--not", "2")
        let cleaned = try await run("clean")
        #expect(cleaned.code == 1)
        #expect(cleaned.complaints == complaint)
        #expect(try hasFile())
        _ = try await run("keep", "2")
        #expect(try await run("clean").code == 0)
        _ = try await run("keep", "--not", "2")
        #expect(try await run("policy", "--exclude", "b$").code == 0)
        #expect(try await run("clean").code == 0)
        #expect(try !hasFile())
    }

    @Test(
        "POD-12: a pattern that is too large to be made ready is refused, and one that is not takes no time")
    func refused() async throws {
        defer { end() }
        let long = try await run("policy", "--exclude", String(repeating: "a", count: 1_001))
        #expect(long.code == 2)
        #expect(long.complaints.contains("it is longer than 1000 characters"))
        #expect(try await run("policy", "--exclude", String(repeating: "(", count: 1_000)).code == 2)
        #expect(try await run("policy", "--exclude", "(((a{1,1000}){1,1000}){1,1000})").code == 0)
        #expect(try await run("plan").code == 0)
    }
}
