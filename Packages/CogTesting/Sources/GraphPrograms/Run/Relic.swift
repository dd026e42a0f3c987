import CogGraph

/// A value that does something when it is released.
final class Relic: Sendable {
    private let action: @MainActor @Sendable () -> Void

    init(_ action: @escaping @MainActor @Sendable () -> Void) { self.action = action }

    deinit {
        let action = action
        MainActor.assumeIsolated { action() }
    }
}

extension GraphRun {
    func makeRelicSource() -> Cog<Relic>.Manual {
        Cog<Relic>.Manual(name: "relic") { [unowned self] in
            events.append(.started("relic"))
            return relic(0, [])
        }
    }

    func bequeath(_ actions: [Action], _ c: inout Writer) {
        life.lastRelic += 1
        c[relicSource] = relic(life.lastRelic, actions)
    }

    /// It does nothing when its context is gone before it.
    private func relic(_ number: Int, _ actions: [Action]) -> Relic {
        Relic { [weak self, weak life = life] in
            guard let self, life?.cogs != nil else { return }
            events.append(.released(number))
            act(actions, owner: nil)
        }
    }
}
