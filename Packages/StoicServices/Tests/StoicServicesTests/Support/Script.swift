/// A start or stop that says when it begins and when it is cancelled, and ends as the test says.
///
/// It ignores being cancelled, unless it is made to obey.
final class Script: Sendable {
    let began = Flag()
    let cancelled = Flag()
    private let released = Flag()
    private let obeys: Bool

    init(obeys: Bool = false) { self.obeys = obeys }

    func release() { released.set() }

    func play() async throws {
        began.set()
        await withTaskCancellationHandler {
            await released.wait()
        } onCancel: {
            cancelled.set()
            if obeys { released.set() }
        }
        if obeys { try Task.checkCancellation() }
    }
}
