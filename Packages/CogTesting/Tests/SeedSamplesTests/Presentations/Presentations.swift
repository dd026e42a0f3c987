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

    func load() async throws -> Page {
        try await withCheckedThrowingContinuation { answer in
            answers.append(answer)
            arrival?.resume()
            arrival = nil
        }
    }

    /// Waits until a request has arrived.
    func waitForRequest() async {
        if answers.isEmpty { await withCheckedContinuation { arrival = $0 } }
    }

    func answer(_ page: Page) { answers.removeFirst().resume(returning: page) }
}

fileprivate let _currentPresentationCog = Cog<PresentationID?>.Manual { nil }
fileprivate let _pagesCogs = CogBox<Page?, PresentationID>.Manual { nil }
let pagesCogs = _pagesCogs
let isPresentedCog = Cog { c in c[_currentPresentationCog] != nil }

/// What the samples have of a scope is here a mechanism's: both are given a controller.
@MainActor
final class PresentationMechanism: Mechanism {
    let service: PageService
    let lifetime: PresentationID
    private(set) var ends: [String] = []
    private var end: CheckedContinuation<Void, Never>?

    init(service: PageService, lifetime: PresentationID) {
        self.service = service
        self.lifetime = lifetime
    }

    func operate(_ s: MechanismController) {
        let (service, lifetime) = (service, lifetime)
        s.task(name: "load") { [weak s] in
            let page = try await service.load()
            await MainActor.run { s?.acceptPage(page, receipt: lifetime) }
            self.note("loaded")
        }
        s.task(name: "followUp") { [weak s] in
            _ = try await service.load()
            guard let s, s.ifLive({ $0.peek(isPresentedCog) }) == true else {
                return self.note("gone")
            }
            self.note("asked again")
        }
    }

    private func note(_ what: String) {
        ends.append(what)
        if ends.count == 2 { end?.resume() }
    }

    func waitForBoth() async {
        if ends.count < 2 { await withCheckedContinuation { end = $0 } }
    }
}

extension CogOps {
    func present(_ id: PresentationID?) {
        turn(_currentPresentationCog, to: id)
    }

    func acceptPage(_ page: Page, receipt: PresentationID) {
        turn { c in
            guard c[_currentPresentationCog] == receipt else { return }
            c[_pagesCogs[receipt]] = page
        }
    }
}
