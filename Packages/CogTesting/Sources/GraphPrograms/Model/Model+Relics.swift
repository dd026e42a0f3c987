extension Model {
    /// Puts a value in the place of the last one, to act when it is replaced in turn.
    func bequeath(_ actions: [Action]) {
        relics.append(actions)
        stage(.relic, relics.count - 1)
    }

    /// Lets the replaced values go, once all else of a flush is done; in which order is the graph's.
    func releaseRelics() {
        while !replaced.isEmpty {
            let next = oracle.released.first
            let index = replaced.firstIndex { $0 == next } ?? 0
            let relic = replaced.remove(at: index)
            if relic == next { oracle.released.removeFirst() }
            events.append(.released(relic))
            perform(relics[relic], owner: nil, inBody: false)
        }
    }
}
