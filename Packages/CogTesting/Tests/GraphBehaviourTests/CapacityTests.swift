@_spi(Mechanisms) import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("The capacity of boxes")
struct CapacityTests {
    private let clock = TestClock()

    private func squares(_ capacity: Int, grace: Duration? = nil) -> CogBox<Int, Int> {
        CogBox<Int, Int>(name: "squares", lifetime: .whileObserved(grace: grace, capacity: capacity)) {
            _, key in key * key
        }
    }

    private func keys(of box: some CogDeclaration, in cogs: Cogs) -> [String] {
        cogs.census(of: box).rows.map(\.name).sorted()
    }

    @Test("KEYS-1: beyond its capacity a box lets go of the key that was asked for least recently")
    func leastRecent() {
        let cogs = Cogs.forTesting(clock: clock)
        let squares = squares(2)
        for key in [1, 2, 1, 3] { _ = cogs.peek(squares[key]) }
        #expect(keys(of: squares, in: cogs) == ["squares[1]", "squares[3]"])
        _ = cogs.peek(squares[2])
        #expect(keys(of: squares, in: cogs) == ["squares[2]", "squares[3]"])
    }

    @Test("KEYS-1: what is owned counts and stays, however much it is; then nothing else is kept")
    func owned() {
        let cogs = Cogs.forTesting(clock: clock)
        let squares = squares(2)
        _ = cogs.peek(squares[0])
        for key in 1...3 { _ = cogs[squares[key]] }
        _ = cogs.peek(squares[4])
        #expect(keys(of: squares, in: cogs) == ["squares[1]", "squares[2]", "squares[3]"])
        cogs.discard(squares[1])
        cogs.discard(squares[2])
        _ = cogs.peek(squares[5])
        _ = cogs.peek(squares[6])
        #expect(keys(of: squares, in: cogs) == ["squares[3]", "squares[6]"])
    }

    @Test("KEYS-1: a key that its watcher leaves is the latest of those that nobody owns")
    func left() {
        let current = Cog<Int>.Manual(name: "current") { 1 }
        let squares = squares(3)
        let cogs = Cogs.forTesting(
            mechanisms: [
                Scripted { m in
                    m.run(name: "show") { c in
                        let key = c[current]
                        _ = c[squares[key]]
                    }
                }
            ], clock: clock)
        _ = cogs.peek(squares[10])
        _ = cogs.peek(squares[11])
        cogs.turn(current, to: 2)
        #expect(keys(of: squares, in: cogs) == ["squares[11]", "squares[1]", "squares[2]"].sorted())
        cogs.turn(current, to: 3)
        #expect(keys(of: squares, in: cogs) == ["squares[1]", "squares[2]", "squares[3]"])
    }

    @Test("KEYS-1: a key that was passed over while another cog read it comes in again when that goes")
    func leftByCog() {
        let cogs = Cogs.forTesting(clock: clock)
        let squares = squares(2)
        let sum = Cog<Int>(name: "sum", lifetime: .whileObserved(grace: .seconds(1))) { c in c[squares[1]] }
        _ = cogs.peek(squares[1])
        _ = cogs.peek(sum)
        for key in 2...4 { _ = cogs.peek(squares[key]) }
        #expect(keys(of: squares, in: cogs) == ["squares[1]", "squares[4]"])
        cogs.discard(sum)
        #expect(keys(of: squares, in: cogs) == ["squares[1]", "squares[4]"])
        _ = cogs.peek(squares[5])
        _ = cogs.peek(squares[6])
        #expect(keys(of: squares, in: cogs) == ["squares[5]", "squares[6]"])
    }

    @Test("KEYS-1: a source that is let go starts anew; one that was just written is the latest")
    func sources() {
        let cogs = Cogs.forTesting(clock: clock)
        let counts = CogBox<Int, Int>.Manual(
            name: "counts", lifetime: .whileObserved(resetToInitial: true, capacity: 2)
        ) { 0 }
        for key in 1...3 { cogs.turn(counts[key], to: key) }
        #expect(cogs.peek(counts[2]) == 2)
        #expect(cogs.peek(counts[1]) == 0)
        #expect(keys(of: counts, in: cogs) == ["counts[1]", "counts[2]"])
    }

    @Test("KEYS-1: async state that is let go takes its status and its work with it")
    func async() async {
        let cogs = Cogs.forTesting(clock: clock)
        let work = ControlledWork<Int>()
        let pages = CogBox<Int, Int>.Async(
            default: 0, name: "pages", lifetime: .whileObserved(capacity: 1)
        ) { _, _ in Work.run { try await work.run() } }
        _ = cogs.peek(pages[1])
        let run = await work.nextRun()
        let refresh = cogs.refresh(pages[1])
        _ = cogs.peek(pages[1])
        _ = cogs.peek(pages[2])
        #expect(run.isCancelled)
        guard case .released = await refresh.outcome else {
            Issue.record("its refresh says released")
            return
        }
        #expect(keys(of: pages, in: cogs) == ["pages.status[2]", "pages[2]"])
    }

    @Test("KEYS-1: a grace that ends before lets go before")
    func grace() async throws {
        let cogs = Cogs.forTesting(clock: clock)
        let squares = squares(10, grace: .seconds(5))
        _ = cogs.peek(squares[1])
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(5))
        await cogs.graceEnded()
        #expect(keys(of: squares, in: cogs) == [])
    }

    @Test("KEYS-1: each box and each context has the capacity for itself")
    func apart() {
        let (one, two) = (Cogs.forTesting(clock: clock), Cogs.forTesting(clock: clock))
        let (squares, others) = (squares(2), squares(2))
        for key in 1...2 {
            for cogs in [one, two] {
                _ = cogs.peek(squares[key])
                _ = cogs.peek(others[key])
            }
        }
        for cogs in [one, two] {
            #expect(keys(of: squares, in: cogs).count == 2)
            #expect(keys(of: others, in: cogs).count == 2)
        }
    }

    @Test(
        "KEYS-1: any askings leave what a plain list of the latest leaves", arguments: 0..<50 as Range<UInt64>
    )
    func random(seed: UInt64) {
        var numbers = Numbers(seed: seed)
        let cogs = Cogs.forTesting(clock: clock)
        let capacity = Int.random(in: 1...6, using: &numbers)
        let squares = squares(capacity)
        var latest: [Int] = []
        for _ in 0..<200 {
            let key = Int.random(in: 0..<12, using: &numbers)
            _ = cogs.peek(squares[key])
            latest.removeAll { $0 == key }
            latest.append(key)
            if latest.count > capacity { latest.removeFirst() }
            #expect(keys(of: squares, in: cogs) == latest.map { "squares[\($0)]" }.sorted())
        }
    }

    @Test("KEYS-1, LIFE-6: a hundred thousand keys leave what the capacity leaves, and dropped boxes nothing")
    func churn() {
        let cogs = Cogs.forTesting(clock: clock)
        cogs.onDiagnostic { _ in }
        do {
            let squares = squares(8)
            for key in 0..<100_000 { _ = cogs.peek(squares[key]) }
            #expect(cogs.context.rowCount == 8)
            #expect(cogs.graceEntryCount < 100)
            for key in 99_992..<100_000 { cogs.discard(squares[key]) }
        }
        do {
            // All there at once, so that none takes another's place in memory.
            let boxes = (0..<100).map { _ in squares(1) }
            for box in boxes {
                _ = cogs.peek(box[1])
                cogs.discard(box[1])
            }
        }
        #expect(cogs.context.rowCount == 0)
        let last = squares(1)
        _ = cogs.peek(last[1])
        #expect(cogs.context.crowdCount == 1)
    }

    @Test("KEYS-1: a capacity of nothing traps, and says what to do")
    func nothing() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = CogLifetime.whileObserved(capacity: 0)
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("the capacity 0 could keep nothing. Give a number above zero"))
    }
}

#if DEBUG
    @MainActor
    @Suite("Keys that never repeat")
    struct UnstableKeyTests {
        private let source = Cog<Int>.Manual(name: "source") { 0 }
        private let log = Log()

        private func cogs() -> Cogs {
            let cogs = Cogs.forTesting()
            cogs.onDiagnostic { [log] in log.lines.append($0) }
            return cogs
        }

        @Test("KEYS-1: a box whose keys are new at each read is named once")
        func unstable() {
            let cogs = cogs()
            let rows = CogBox<Int, String>(name: "rows") { _, key in key.count }
            for number in 1...3_000 {
                cogs.turn(source, to: number)
                _ = cogs[rows["\(number)"]]
            }
            #expect(log.lines.count == 1)
            #expect(log.lines.first?.contains("'rows' was asked for 1,000 different keys or more") == true)
            #expect(log.lines.first?.contains("use one that stays the same") == true)
        }

        @Test("KEYS-1: so is one whose rows are gone before any is asked for again")
        func gone() {
            let cogs = cogs()
            let rows = CogBox<Int, Int>(name: "rows", lifetime: .whileObserved(grace: .zero)) { _, key in key
            }
            for key in 1...1_000 { _ = cogs.peek(rows[key]) }
            #expect(log.lines.count == 1)
        }

        @Test("KEYS-1: and one whose new keys a selector makes")
        func inSelector() {
            let cogs = cogs()
            let rows = CogBox<Int, Int>.Manual(name: "rows") { 0 }
            let sum = Cog<Int>(name: "sum") { [source] c in
                let key = c[source]
                return c[rows[key]]
            }
            for number in 1...1_000 {
                cogs.turn(source, to: number)
                _ = cogs.peek(sum)
            }
            #expect(log.lines.count == 1)
        }

        @Test("KEYS-1: a long list that is loaded at once is no such box")
        func list() {
            let cogs = cogs()
            let rows = CogBox<Int, Int>.Manual(name: "rows") { 0 }
            cogs.turn(name: "load") { c in
                for key in 1...5_000 { c[rows[key]] = key }
            }
            let sum = Cog<Int>(name: "sum") { c in (1...5_000).reduce(0) { $0 + c[rows[$1]] } }
            _ = cogs.peek(sum)
            #expect(log.lines == [])
        }

        @Test("KEYS-1: nor is one whose keys are each asked for in two turns, and never after that")
        func twoTurns() {
            let cogs = cogs()
            let rows = CogBox<Int, Int>.Manual(name: "rows") { 0 }
            for key in 1...1_500 {
                cogs.turn(rows[key], to: 1)
                cogs.turn(rows[key], to: 2)
            }
            let texts = CogBox<Int, String>(name: "texts") { _, key in key.count }
            for number in 1...1_500 {
                cogs.turn(source, to: 2 * number)
                _ = cogs.peek(texts["\(number)"])
                cogs.turn(source, to: 2 * number + 1)
                _ = cogs.peek(texts["\(number)"])
            }
            #expect(log.lines == [])
        }

        @Test("KEYS-1: nor is one whose list is let go of and loaded again")
        func loadedAgain() {
            let cogs = cogs()
            let rows = CogBox<Int, Int>(name: "rows", lifetime: .whileObserved(grace: .zero)) { _, key in
                key
            }
            let sum = Cog<Int>(name: "sum", lifetime: .whileObserved(grace: .zero)) { [source] c in
                let step = c[source].isMultiple(of: 2) ? 1 : -1
                let keys = stride(from: step > 0 ? 1 : 1_500, through: step > 0 ? 1_500 : 1, by: step)
                return keys.reduce(0) { $0 + c[rows[$1]] }
            }
            for number in 0..<4 {
                cogs.turn(source, to: number)
                _ = cogs.peek(sum)
                #expect(cogs.census(of: rows).count == 0)
            }
            #expect(log.lines == [])
        }

        @Test("KEYS-1: nor is one of whose keys any was asked for again")
        func repeated() {
            let cogs = cogs()
            let rows = CogBox<Int, Int>(name: "rows") { _, key in key }
            for number in 1...3_000 {
                cogs.turn(source, to: number)
                _ = cogs[rows[number]]
                if number == 500 { _ = cogs[rows[3]] }
            }
            #expect(log.lines == [])
        }
    }
#endif

private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed &+ 1 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
    }
}
