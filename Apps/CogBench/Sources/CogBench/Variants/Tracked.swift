import Observation

/// A raw `@Observable` source.
@Observable
final class ObservableCell {
    var value: Int
    init(_ value: Int = 0) { self.value = value }

    /// As a careful person writes: Observation tells of equal values too.
    func write(_ new: Int) {
        if value != new { value = new }
    }
}

/// A closure over `@Observable` sources, tracked as a view tracks: it is observed while it runs, and
/// runs again after it was told of a change.
@MainActor
final class Tracked {
    /// Sendable by hand: sources change on the MainActor alone, and so does this.
    private final class Mark: @unchecked Sendable {
        var isDirty = true
    }

    private let mark = Mark()
    private let body: () -> Int
    private var shown = 0

    init(_ body: @escaping () -> Int) { self.body = body }

    /// The value, computed anew if something that it read has changed.
    func read(andThen react: (Int) -> Void = { _ in }) -> Int {
        guard mark.isDirty else { return shown }
        mark.isDirty = false
        shown = withObservationTracking(body) { [mark] in mark.isDirty = true }
        react(shown)
        return shown
    }
}
