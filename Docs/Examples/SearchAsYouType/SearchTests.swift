import CogGraph
import CogTesting
import Testing

private struct Offline: Error {}

/// A library that answers when the test says so.
@MainActor
private final class TestLibrary: Library {
    var asked: [String] = []
    let answers = ControlledWork<[Book]>(onCancel: .stop)

    func books(matching words: String) async throws -> [Book] {
        asked.append(words)
        return try await answers.run()
    }
}

@MainActor
@Suite("Search as you type")
struct SearchTests {
    private let clock = TestClock()
    private let library = TestLibrary()
    private let cogs: Cogs
    private let search: Search

    init() {
        cogs = Cogs.forTesting(clock: clock)
        search = Search(in: library, retry: CogRetry(attempts: 3, base: .milliseconds(500), jitter: 0))
    }

    private func pass(_ duration: Duration) async throws {
        try await clock.waitForScheduledSleep()
        clock.advance(by: duration)
    }

    /// Types, pauses, and gets an answer.
    private func find(_ text: String, _ titles: String...) async throws {
        cogs.type(text, into: search)
        _ = search.screen(cogs)
        try await pass(.milliseconds(300))
        await library.answers.nextRun().succeed(titles.map { Book(title: $0) })
        _ = try await clock.waitForScheduledSleep()
    }

    @Test("PACE-1: typing asks once, when it pauses, and shows at once that something is on its way")
    func debounce() async throws {
        #expect(search.screen(cogs) == ["Searching…"])
        for text in ["s", "sw", "swi", "swift", "swift "] { cogs.type(text, into: search) }
        #expect(search.screen(cogs) == ["Searching…"])
        try await pass(.milliseconds(300))
        await library.answers.nextRun().succeed([Book(title: "Swift in Depth")])
        #expect(library.asked == ["swift"])
        #expect(search.screen(cogs) == ["Swift in Depth"])
    }

    @Test("PACE-1: the next search keeps the old results on screen, and ends the old request")
    func keepsOld() async throws {
        try await find("swift", "Swift in Depth")
        cogs.type("swallows", into: search)
        #expect(search.screen(cogs) == ["Swift in Depth", "Searching…"])
        try await pass(.milliseconds(300))
        let request = await library.answers.nextRun()
        cogs.type("swallows and", into: search)
        #expect(request.isCancelled)
    }

    @Test(
        "QUERY-1: a failed request is tried again, and the screen hears of it only when all attempts failed")
    func retries() async throws {
        try await find("swift", "Swift in Depth")
        cogs.searchAgain(search)
        await library.answers.nextRun().fail(Offline())
        #expect(search.screen(cogs) == ["Swift in Depth", "Searching…"])
        try await pass(.milliseconds(500))
        await library.answers.nextRun().fail(Offline())
        try await pass(.seconds(1))
        await library.answers.nextRun().fail(Offline())
        #expect(search.screen(cogs) == ["Swift in Depth", "No luck: Offline()"])
        let again = cogs.searchAgain(search)
        await library.answers.nextRun().succeed([])
        guard case .success(let books) = await again.outcome else {
            Issue.record("the last search succeeded")
            return
        }
        #expect(books == [])
        #expect(search.screen(cogs) == [])
    }

    @Test("QUERY-1: results that are a minute old are shown while they are asked for anew")
    func staleWhileRevalidate() async throws {
        try await find("swift", "Swift in Depth")
        clock.advance(by: .seconds(60))
        await cogs.alarmsRang()
        #expect(search.screen(cogs) == ["Swift in Depth", "Searching…"])
        try await pass(.milliseconds(300))
        await library.answers.nextRun().succeed([Book(title: "Swift in Depth, 2nd ed.")])
        #expect(library.asked == ["swift", "swift"])
        #expect(search.screen(cogs) == ["Swift in Depth, 2nd ed."])
    }
}
