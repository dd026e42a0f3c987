import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("Samples of the mechanisms document: presentations and late completions")
struct PresentationTests {
    private let first = PresentationID(number: 1)
    private let second = PresentationID(number: 2)
    private let page = Page(rows: ["a"])
    private let service = PageService()
    private let search = Search()

    private func assemble() -> (Cogs, PresentationMechanism) {
        let mechanism = PresentationMechanism(service: service, search: search)
        return (Cogs.forTesting(mechanisms: [mechanism]), mechanism)
    }

    @Test("SEED-1: each presentation keeps its own work, whatever order they are in, until it leaves")
    func stack() async {
        let (cogs, _) = assemble()
        cogs.present(first)
        cogs.present(second)
        await service.waitForRequests(4)
        cogs.reversePresentations()
        cogs.enter("cats", in: first)
        cogs.enter("dogs", in: second)
        #expect(search.runs == ["cats for 1", "dogs for 2"])
        cogs.dismiss(first)
        cogs.enter("birds", in: first)
        cogs.enter("fish", in: second)
        #expect(search.runs.dropFirst(2) == ["fish for 2"])
        #expect(cogs.history.last?.reactions == ["Presentation.presentation[PresentationID(number: 2)].search"])
        service.answerAll(page)
    }

    @Test("SEED-1: a page whose receipt is current is accepted")
    func accepted() async {
        let (cogs, mechanism) = assemble()
        cogs.present(first)
        await service.waitForRequests(2)
        service.answerAll(page)
        await mechanism.waitForEnds(2)
        #expect(cogs.peek(pagesCogs[first]) == page)
        #expect(mechanism.ends.sorted() == ["asked again 1", "loaded 1"])
    }

    @Test("SEED-1: a page whose receipt is stale is not, though its scope lives")
    func stale() async {
        let (cogs, mechanism) = assemble()
        cogs.present(first)
        await service.waitForRequests(2)
        cogs.present(second)
        await service.waitForRequests(4)
        service.answerAll(page)
        await mechanism.waitForEnds(4)
        #expect(cogs.peek(pagesCogs[first]) == nil)
        #expect(cogs.peek(pagesCogs[second]) == page)
    }

    @Test("SEED-1: a page that comes after its presentation has left makes no turn, and asks for nothing more")
    func late() async {
        let (cogs, mechanism) = assemble()
        cogs.present(first)
        await service.waitForRequests(2)
        cogs.dismiss(first)
        let mark = cogs.mark
        service.answerAll(page)
        await mechanism.waitForEnds(2)
        #expect(cogs.turns(since: mark) == [])
        #expect(mechanism.ends.sorted() == ["gone 1", "loaded 1"])
    }
}
