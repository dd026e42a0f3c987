import Observation

/// A model that is none of the graph's, which its cogs and reactions follow.
@MainActor
@Observable
final class OutsideModel {
    nonisolated init() {}

    var number = 0
}

extension GraphRun {
    func change(_ model: Int, _ value: Int) async {
        guard life.models[model].number != value else { return }
        life.models[model].number = value
        // The MainActor takes its jobs in order: this one comes behind the one that the change made.
        await Task { @MainActor in }.value
    }
}
