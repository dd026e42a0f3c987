import CogGraph
import CogMechanisms

struct PresentationID: Hashable, Sendable {
    let number: Int
}

struct Page: Equatable, Sendable {
    let rows: [String]
}

/// Sends each request's answer when the test says so.
@MainActor
final class PageService {
    private var answers: [CheckedContinuation<Page, any Error>] = []
    private var arrival: CheckedContinuation<Void, Never>?
    private var awaited = 0

    func load() async throws -> Page {
        try await withCheckedThrowingContinuation { answer in
            answers.append(answer)
            guard answers.count >= awaited else { return }
            arrival?.resume()
            arrival = nil
        }
    }

    /// Waits until so many requests have arrived.
    func waitForRequests(_ count: Int) async {
        awaited = count
        if answers.count < count { await withCheckedContinuation { arrival = $0 } }
    }

    func answerAll(_ page: Page) {
        let waiting = answers
        answers = []
        for answer in waiting { answer.resume(returning: page) }
    }
}

@MainActor
final class Search {
    private(set) var runs: [String] = []

    func run(_ query: String, for id: PresentationID) { runs.append("\(query) for \(id.number)") }
}

fileprivate let _currentPresentationCog = Cog<PresentationID?>.Manual { nil }
fileprivate let _openPresentationIDsCog = Cog<[PresentationID]>.Manual { [] }
fileprivate let _searchQueryCogs = CogBox<String, PresentationID>.Manual { "" }
fileprivate let _pagesCogs = CogBox<Page?, PresentationID>.Manual { nil }
let openPresentationIDsCog = _openPresentationIDsCog.readOnly
let searchQueryCogs = _searchQueryCogs
let pagesCogs = _pagesCogs
let isPresentedCog = Cog { c in c[_currentPresentationCog] != nil }

@MainActor
final class PresentationMechanism: Mechanism {
    let service: PageService
    let search: Search
    private(set) var ends: [String] = []
    private var end: CheckedContinuation<Void, Never>?
    private var awaited = 0

    init(service: PageService, search: Search) {
        self.service = service
        self.search = search
    }

    func operate(_ m: MechanismController) {
        let (service, search) = (service, search)
        m.scope(each: openPresentationIDsCog, name: "presentation") { id, s in
            s.watch(searchQueryCogs[id], initial: .skip, name: "search") { _, query in
                search.run(query, for: id)
            }
            let lifetime = id
            s.task(name: "load") { [weak s] in
                let page = try await service.load()
                await MainActor.run { s?.acceptPage(page, receipt: lifetime) }
                self.note("loaded \(id.number)")
            }
            s.task(name: "followUp") { [weak s] in
                _ = try await service.load()
                guard let s, s.ifLive({ $0.peek(isPresentedCog) }) == true else {
                    return self.note("gone \(id.number)")
                }
                self.note("asked again \(id.number)")
            }
        }
    }

    private func note(_ what: String) {
        ends.append(what)
        if ends.count >= awaited { end?.resume(); end = nil }
    }

    /// Waits until so many tasks are over.
    func waitForEnds(_ count: Int) async {
        awaited = count
        if ends.count < count { await withCheckedContinuation { end = $0 } }
    }
}

extension CogOps {
    func present(_ id: PresentationID) {
        turn { c in
            c[_openPresentationIDsCog].append(id)
            c[_currentPresentationCog] = id
        }
    }

    func dismiss(_ id: PresentationID) {
        turn { c in
            c[_openPresentationIDsCog].removeAll { $0 == id }
            c[_currentPresentationCog] = c[_openPresentationIDsCog].last
        }
    }

    func reversePresentations() {
        turn { c in c[_openPresentationIDsCog].reverse() }
    }

    func enter(_ query: String, in id: PresentationID) {
        turn(_searchQueryCogs[id], to: query)
    }

    func acceptPage(_ page: Page, receipt: PresentationID) {
        turn { c in
            guard c[_currentPresentationCog] == receipt else { return }
            c[_pagesCogs[receipt]] = page
        }
    }
}
