public import CogArena

/// Writes for one turn, and reads of what it wrote.
///
/// It is lent for the turn's body: storing it or capturing it in a task does not compile, and
/// where the language cannot refuse, its use after the turn traps by turn ID (TURN-5).
@MainActor
public struct Writer: ~Copyable {
    let context: Context
    let turn: TurnID
    let name: String

    /// A source's value as this turn has it; the last write wins (TURN-2).
    @inlinable
    public subscript<R: CogWritable>(source: R) -> R.Value {
        get {
            let engine = checkedEngine()
            let address = source.address
            return engine.staged(address.family, address.key)
        }
        nonmutating set {
            let engine = checkedEngine()
            let address = source.address
            engine.stage(newValue, in: address.family, address.key)
        }
    }

    /// A computed value as committed before this turn (TURN-11).
    @inlinable
    public subscript<R: CogReadable>(reference: R) -> R.Value {
        let engine = checkedEngine()
        let address = reference.address
        return engine.peek(address.family, address.key)
    }

    /// The statuses of async state, as committed before this turn (TURN-11).
    public var status: CommittedStatuses { CommittedStatuses(context: context, turn: turn, name: name) }

    @usableFromInline
    func checkedEngine() -> Engine {
        if context.openTurn != turn { trapEnded() }
        return context.engine
    }

    @inline(never)
    private func trapEnded() -> Never {
        fatalError(
            """
            CogGraph: the writer of turn '\(name)' was used after its turn. A writer is lent \
            to the turn's body; open another turn to write later.
            """)
    }
}

/// The statuses that a turn's body sees.
///
/// Like the writer it comes from it is lent to the body, and traps when it is used after its turn.
@MainActor
public struct CommittedStatuses: ~Copyable {
    let context: Context
    let turn: TurnID
    let name: String

    public subscript<R: CogAsync>(reference: R) -> CogStatus<R.Value> {
        Writer(context: context, turn: turn, name: name)[CogStatusReference(reference)]
    }
}

/// One turn of one context. Zero is no turn.
struct TurnID: Equatable {
    let rawValue: UInt64

    static let none = TurnID(rawValue: 0)
}
