import PodcastModel
import RandomPrograms
import Testing

@testable import PodcastSync

@Suite("Which transfers run")
struct AdmissionTests {
    @Test("A full host holds up nobody but its own")
    func fullHost() {
        let limits = TransferLimits(jobs: 3, perHost: 1)
        let wanted = [transfer(1, "a"), transfer(2, "a"), transfer(3, "b"), transfer(4, "c")]
        #expect(limits.admit(wanted, running: []).map(\.id) == ids(1, 3, 4))
    }

    @Test("A transfer that runs is not taken off for one that comes before it")
    func stays() {
        let limits = TransferLimits(jobs: 1, perHost: 1)
        let late = transfer(2, "a")
        #expect(limits.admit([transfer(1, "b"), late], running: [late]) == [late])
    }

    @Test(
        "Admission keeps what runs, breaks no limit, and leaves no room that could be used", arguments: 1...60
    )
    func programs(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let limits = TransferLimits(
            jobs: .random(in: 1...5, using: &random), perHost: .random(in: 1...3, using: &random))
        let all = (0..<12).map { transfer(Int64($0), ["a", "b", "c"].randomElement(using: &random) ?? "a") }
        var running: [Transfer] = []
        for _ in 0..<100 {
            let wanted = all.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
            let admitted = limits.admit(wanted, running: running)
            let perHost = Dictionary(grouping: admitted, by: \.host).mapValues(\.count)
            #expect(admitted.count <= limits.jobs)
            #expect(perHost.values.allSatisfy { $0 <= limits.perHost })
            #expect(Set(admitted.map(\.id)).count == admitted.count)
            #expect(Set(admitted).isSubset(of: wanted))
            #expect(running.filter(wanted.contains).allSatisfy(admitted.contains))
            let passedOver = wanted.filter { !admitted.contains($0) }
            #expect(
                admitted.count == limits.jobs
                    || passedOver.allSatisfy { perHost[$0.host, default: 0] == limits.perHost })
            running = admitted
        }
    }

    private func transfer(_ number: Int64, _ host: String) -> Transfer {
        Transfer(id: .download(EpisodeID(number)), feed: FeedID(1), host: host)
    }

    private func ids(_ numbers: Int64...) -> [Transfer.ID] { numbers.map { .download(EpisodeID($0)) } }
}
