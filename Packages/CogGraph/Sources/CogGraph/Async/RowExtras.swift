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

    /// Takes what is held, for good.
    func drop() -> WorkBody<Value>? {
        defer { held = nil }
        pacer?.end()
        return held
    }

    override func close() {
        super.close()
        held = nil
    }
}
