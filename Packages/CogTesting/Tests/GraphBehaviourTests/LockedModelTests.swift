import CogGraph
import CogTesting
import Foundation
import Observation
import Synchronization
import Testing

/// A model that any thread changes. Observation is told of a change before the value is stored; what
/// the MainActor reads in between is up to the model.
private final class LockedModel: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let stored = Mutex("first")
    /// Held from the notice to the store, by models that let no reader in between.
    private let change = NSLock()
    private let keepsReadersOut: Bool
    /// Signalled as a read begins, and as it ends.
    let (reading, read) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    init(keepsReadersOut: Bool) { self.keepsReadersOut = keepsReadersOut }

    var name: String {
        registrar.access(self, keyPath: \.name)
        reading.signal()
        defer { read.signal() }
        if keepsReadersOut { change.lock() }
        defer { if keepsReadersOut { change.unlock() } }
        return stored.withLock { $0 }
    }

    /// Stores once somebody's read has come as far as the model lets it.
    func change(to name: String) {
        if keepsReadersOut { change.lock() }
        registrar.withMutation(of: self, keyPath: \.name) {
            (keepsReadersOut ? reading : read).wait()
            stored.withLock { $0 = name }
        }
        if keepsReadersOut { change.unlock() }
    }

    /// Forgets the reads so far, so that the next change waits for one that follows its notice.
    func forgetReads() {
        while reading.wait(timeout: .now()) == .success {}
        while read.wait(timeout: .now()) == .success {}
    }
}

@MainActor
@Suite("Models that other threads change")
struct LockedModelTests {
    private let cogs = Cogs.forTesting()

    /// Returns once `work` has run on a thread of its own.
    private func onThread(_ work: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { done in
            Thread {
                work()
                done.resume()
            }.start()
        }
    }

    private func change(_ model: LockedModel, to name: String) async {
        model.forgetReads()
        await onThread { model.change(to: name) }
    }

    @Test("EXP-2: a model that keeps readers out from its notice to its store is read when it has stored")
    func keepsReadersOut() async {
        let model = LockedModel(keepsReadersOut: true)
        let name = Cog<String>(name: "name") { c in c.track(model, \.name) }
        #expect(cogs[name] == "first")
        for round in 0..<100 {
            let turn = Task { await cogs.nextTurn() }
            await Task { @MainActor in }.value
            await change(model, to: "change \(round)")
            await turn.value
            #expect(cogs[name] == "change \(round)")
        }
    }

    @Test("EXP-2: what a model stored after it let a reader in is seen at the reader's next run")
    func letsReadersIn() async {
        let model = LockedModel(keepsReadersOut: false)
        let other = Cog<Int>.Manual { 0 }
        let name = Cog<String>(name: "name") { c in "\(c.track(model, \.name)) \(c[other])" }
        #expect(cogs[name] == "first 0")
        await change(model, to: "second")
        #expect(cogs[name] == "first 0")
        cogs.turn(other, to: 1)
        #expect(cogs[name] == "second 1")
        await change(model, to: "third")
        cogs.turn(other, to: 2)
        #expect(cogs[name] == "third 2")
    }
}
