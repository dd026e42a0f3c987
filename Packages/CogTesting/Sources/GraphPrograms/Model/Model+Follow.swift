extension Model {
    /// Changes an outside model. All that followed it in their latest run compute anew, in one system
    /// turn.
    func change(_ model: Int, _ value: Int) {
        guard models[model] != value else { return }
        models[model] = value
        let due = rows.keys.filter { rows[$0]?.follows.contains(model) == true }
        let reactions = watchers.filter { $0.follows.contains(model) }
        let names = (due.map { "'\(name($0))'" } + reactions.map { "'\($0.label)'" }).sorted()
        guard !names.isEmpty else { return }
        let title = "track \(names.joined(separator: ", "))"
        ask(.init(name: title, cause: nil, owner: nil, work: .stale(due, reactions)))
    }

    func stale(_ due: [RowID], _ reactions: [Watcher]) {
        for id in due {
            rows[id]?.follows = []
            rows[id]?.isStale = true
        }
        for watcher in reactions {
            watcher.follows = []
            watcher.isStale = true
        }
        revision += 1
        record?.isUnchanged = false
    }
}
