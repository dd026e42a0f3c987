@_spi(Mechanisms) import CogGraph
import CogMechanisms
import CogTesting
import Observation
import Testing

@MainActor
@Suite("Discarding state")
struct DiscardTests {
    private let cogs = Cogs.forTesting()
    private let source = Cog<Int>.Manual(name: "source") { 1 }

    @Test("LIFE-5: a reader of the old boundary is told last, and reads a new life")
    func order() {
        var lives = 0
        let page = Cog<Int>(name: "page") { [source] c in
            lives += 1
            return c[source] + lives
        }
        var log: [String] = []
        withObservationTracking {
            log.append("read \(cogs[page])")
        } onChange: {
            MainActor.assumeIsolated {
                log.append("told with \(cogs.census(of: page).count) rows")
                log.append("read \(cogs[page])")
            }
        }
        cogs.discard(page)
        #expect(log == ["read 2", "told with 0 rows", "read 3"])
        #expect(cogs.census(of: page).rows.first?.keepers == [.boundary])
        #expect(cogs.boundaryCount == 1)
    }

    @Test("LIFE-5: what another reads, watches or exports is left alone")
    func owned() {
        let lower = Cog(name: "lower") { [source] c in c[source] + 1 }
        let upper = Cog(name: "upper") { c in c[lower] + 1 }
        _ = cogs[lower]
        _ = cogs[upper]
        cogs.discard(lower)
        #expect(cogs.census(of: lower).rows.first?.keepers == [.boundary, .reader("upper")])
        cogs.discard(upper)
        #expect(cogs.census(of: upper).count == 0)
        #expect(cogs.census(of: lower).rows.first?.keepers == [.boundary])
        let values = cogs.values(of: lower)
        cogs.discard(lower)
        #expect(cogs.census(of: lower).rows.first?.keepers == [.boundary, .lease("values of lower")])
        _ = values
    }

    @Test("LIFE-5: what only its grace keeps goes at once, and what only it needed goes with it")
    func grace() {
        let lower = Cog { [source] c in c[source] + 1 }
        let upper = Cog { c in c[lower] + 1 }
        _ = cogs.peek(upper)
        cogs.discard(upper)
        #expect(cogs.census(of: upper).count == 0)
        #expect(cogs.census(of: lower).count == 0)
    }

    @Test("LIFE-5: of many boundaries the right one goes, and the others are told as before")
    func table() {
        let boxes = CogBox<Int, Int>(name: "box") { [source] c, key in c[source] + key }
        for key in 0..<5 { _ = cogs[boxes[key]] }
        cogs.discard(boxes[1])
        cogs.discard(boxes[4])
        #expect(cogs.census(of: boxes).rows.map(\.name) == ["box[0]", "box[2]", "box[3]"])
        var told: [Int] = []
        for key in [0, 2, 3] {
            withObservationTracking {
                _ = cogs[boxes[key]]
            } onChange: {
                MainActor.assumeIsolated { told.append(key) }
            }
        }
        cogs.turn(source, to: 2)
        #expect(told.sorted() == [0, 2, 3])
        #expect(cogs.boundaryCount == 3)
    }

    @Test("TURN-12: a discard asked for in a turn's body takes effect after that turn's flush")
    func inTurn() {
        let page = Cog { [source] c in c[source] + 1 }
        _ = cogs[page]
        cogs.turn { [cogs, source] c in
            cogs.discard(page)
            #expect(cogs.census(of: page).count == 1)
            c[source] = 2
        }
        #expect(cogs.census(of: page).count == 0)
        #expect(cogs.history.suffix(2).map(\.isSystem) == [false, true])
    }

    @Test("LIFE-5: a source written in the running turn is left alone until that turn is over")
    func staged() {
        let draft = Cog<Int>.Manual(
            name: "draft", lifetime: .whileObserved(resetToInitial: true)
        ) { 0 }
        cogs.turn { [cogs] c in
            c[draft] = 5
            cogs.discard(draft)
        }
        #expect(cogs.peek(draft) == 0)
        cogs.turn(draft, to: 3)
        #expect(cogs.peek(draft) == 3)
    }

    @Test("LIFE-5: discarding what lives as long as the app traps, naming it")
    func app() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let kept = Cog<Int>.Manual(name: "kept") { 1 }
                Cogs.forTesting().discard(kept)
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("'kept' cannot be discarded"))
        #expect(text.contains(".whileObserved(resetToInitial: true)"))
    }

    @Test("LIFE-5, MECH-6: a retired controller's discard is inert, and one that waits is dropped")
    func retired() async throws {
        final class Holder { var controller: MechanismController? }
        let holder = Holder()
        let page = Cog(name: "page") { [source] c in c[source] + 1 }
        var other: Cogs? = Cogs.forTesting(mechanisms: [Holding { holder.controller = $0 }])
        _ = other?[page]
        let controller = try #require(holder.controller)
        controller.discard(page)
        #expect(other?.census(of: page).count == 0)
        #expect(other?.history.last?.owner == "Holding")
        await withCheckedContinuation { done in
            other?.onTearDown { done.resume() }
            other = nil
        }
        controller.discard(page)
    }

    @Test("LIFE-5, MECH-6: a discard that waits is dropped when, at its time, who asked may not act any more")
    func dropped() {
        let page = Cog(name: "page") { [source] c in c[source] + 1 }
        let other = Cog(name: "other") { [source] c in c[source] + 2 }
        _ = cogs[page] + cogs[other]
        var isLive = true
        cogs.turn { [cogs] _ in
            cogs.context.discard(page, isAdmitted: { isLive })
            cogs.context.discard(other, isAdmitted: { isLive })
            cogs.turn(named: "joins") { _ in }
            _ = cogs.context.register("retires") { _ in isLive = false }
        }
        #expect(cogs.census(of: page).rows.first?.keepers == [.boundary])
        #expect(cogs.census(of: other).count == 1)
        #expect(cogs.history.map(\.name) == ["dropped()"])
        isLive = true
        cogs.turn { [cogs] _ in cogs.context.discard(page, isAdmitted: { isLive }) }
        #expect(cogs.census(of: page).count == 0)
    }

    @Test("LIFE-5: a source is discarded through a reference that may not write it, and starts anew")
    func readOnly() {
        let drafts = CogBox<String, Int>.Manual(lifetime: .whileObserved(resetToInitial: true)) {
            "new \($0)"
        }
        cogs.turn(drafts[1], to: "written")
        #expect(cogs[drafts[1].readOnly] == "written")
        cogs.discard(drafts[1].readOnly)
        #expect(cogs[drafts[1]] == "new 1")
        cogs.discard(drafts[2])
        #expect(cogs.census(of: drafts).count == 1)
    }

    @Test("LIFE-5, TURN-12: a discard asked for by a reaction, and by a notice, comes after the flush")
    func whileFlushing() {
        let lower = Cog(name: "lower") { [source] c in c[source] + 1 }
        let upper = Cog(name: "upper") { c in c[lower] + 1 }
        var log: [String] = []
        _ = cogs.context.register("discards") { [cogs, source] c in
            guard c[source] == 2 else { return }
            cogs.discard(upper)
            log.append("reaction: \(cogs.census(of: upper).count)")
        }
        withObservationTracking {
            _ = cogs[upper]
        } onChange: { [cogs] in
            MainActor.assumeIsolated {
                log.append("told: \(cogs.peek(upper))")
                cogs.discard(lower)
            }
        }
        cogs.turn(source, to: 2)
        // The lower one's turn came first, while the upper one read it; it went with that.
        #expect(log == ["told: 4", "reaction: 1"])
        #expect(cogs.history.map(\.name) == ["whileFlushing()", "discard lower", "discard upper"])
        #expect(cogs.census(of: upper).count == 0)
        #expect(cogs.census(of: lower).count == 0)
        #expect(cogs.boundaryCount == 0)
    }

    @Test("LIFE-4: a released row's place is reused, and its old readers are not fooled")
    func reuse() {
        let boxes = CogBox<Int, Int>(name: "box") { [source] c, key in c[source] * 100 + key }
        for round in 0..<1_000 {
            #expect(cogs[boxes[round]] == 100 + round)
            cogs.discard(boxes[round])
        }
        #expect(cogs.boundaryCount == 0)
    }
}

private struct Holding: Mechanism {
    let take: @MainActor (MechanismController) -> Void

    func operate(_ m: MechanismController) { take(m) }
}
