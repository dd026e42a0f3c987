import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("Samples of the mechanisms document: late completions")
struct PresentationTests {
    let id = PresentationID(number: 1)
    let page = Page(rows: ["a"])

    private func load(_ presented: PresentationID?) async -> (Cogs, PresentationMechanism) {
        let service = PageService()
        let mechanism = PresentationMechanism(service: service, lifetime: id)
        let cogs = Cogs.forTesting(
            seeding: { $0.present(presented) }, mechanisms: [mechanism])
        for _ in 0..<2 {
            await service.waitForRequest()
            service.answer(page)
        }
        await mechanism.waitForBoth()
        return (cogs, mechanism)
    }

    @Test("SEED-1: a page whose receipt is current is accepted")
    func accepted() async {
        let (cogs, mechanism) = await load(id)
        #expect(cogs.peek(pagesCogs[id]) == page)
        #expect(mechanism.ends.sorted() == ["asked again", "loaded"])
    }

    @Test("SEED-1: a page whose receipt is stale is not, and no follow-up is asked for")
    func stale() async {
        let (cogs, mechanism) = await load(nil)
        #expect(cogs.peek(pagesCogs[id]) == nil)
        #expect(mechanism.ends.sorted() == ["gone", "loaded"])
    }
}
