import Testing

@testable import PodcastSync

@Suite("The table of jobs")
struct JobTableTests {
    @Test("A job that ended by itself is not begun again until it was not wanted for a while")
    func ended() {
        var table = JobTable<Int>()
        #expect(table.reconcile([1, 2]) == [.start(1), .start(2)])
        #expect(table.ended(1) == [])
        #expect(table.reconcile([1, 2]) == [])
        #expect(table.reconcile([2]) == [])
        #expect(table.reconcile([2, 1]) == [.start(1)])
    }

    @Test("A job that was cancelled and is wanted again begins once it has ended")
    func restarted() {
        var table = JobTable<Int>()
        _ = table.reconcile([1])
        #expect(table.reconcile([]) == [.cancel(1)])
        #expect(table.reconcile([1]) == [])
        #expect(table.running == [1])
        #expect(table.ended(1) == [.start(1)])
    }

    @Test("A closed table cancels what runs, once, and begins nothing")
    func closed() {
        var table = JobTable<Int>()
        _ = table.reconcile([1, 2])
        _ = table.ended(2)
        #expect(table.close() == [.cancel(1)])
        #expect(table.close() == [])
        #expect(table.reconcile([1, 3]) == [])
        #expect(table.ended(1) == [])
        #expect(table.running == [])
    }

    /// What the outside world sees of the jobs, kept in the plainest way.
    private struct Model {
        var alive: Set<Int> = []
        var cancelled: Set<Int> = []
        var finished: Set<Int> = []

        mutating func follow(_ actions: [JobTable<Int>.Action]) {
            for action in actions {
                switch action {
                case .start(let id):
                    #expect(!alive.contains(id), "job \(id) runs twice")
                    #expect(!finished.contains(id), "job \(id) ended and was wanted ever since")
                    alive.insert(id)
                case .cancel(let id):
                    #expect(alive.contains(id), "job \(id) does not run")
                    #expect(cancelled.insert(id).inserted, "job \(id) was cancelled before")
                }
            }
        }
    }

    @Test("Whatever is wanted and ends in whatever order, exactly the wanted jobs run", arguments: 1...40)
    func programs(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var table = JobTable<Int>()
        var model = Model()
        var wanted: Set<Int> = []
        for _ in 0..<400 {
            if Bool.random(using: &random), let id = model.alive.sorted().randomElement(using: &random) {
                model.alive.remove(id)
                if model.cancelled.remove(id) == nil, wanted.contains(id) { model.finished.insert(id) }
                model.follow(table.ended(id))
            } else {
                let ids = (0..<8).filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
                wanted = Set(ids)
                model.finished.formIntersection(wanted)
                model.follow(table.reconcile(ids))
            }
            #expect(table.running == model.alive)
            // Whatever is wanted runs or has run; whatever is not runs only to its end.
            #expect(wanted.isSubset(of: model.alive.union(model.finished)))
            #expect(model.alive.subtracting(wanted).isSubset(of: model.cancelled))
        }
    }
}
