/// What a row of async state keeps where its declaration asks for more than runs.
@MainActor
class AnyRowExtras {
    var pacer: Pacer?
    /// Whether something was chosen and waits for its pace.
    var isHolding: Bool { false }

    /// Waits for nothing any more.
    func close() { pacer?.end() }
}

final class RowExtras<Value>: AnyRowExtras {
    /// What was chosen and waits for its pace.
    var held: WorkBody<Value>?

    override var isHolding: Bool { held != nil }

    /// Forgets what is held.
    func drop() {
        held = nil
        pacer?.end()
    }

    override func close() {
        super.close()
        held = nil
    }
}
