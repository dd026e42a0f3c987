/// A ring of the latest turns.
struct TurnRing {
    private let limit: Int
    private var turns: [KeptTurn] = []
    private var next = 0
    /// What was before the first turn.
    private var start = Happenings()

    init(_ history: CogHistory) { limit = history.limit }

    var isOn: Bool { limit > 0 }

    /// What was before the first turn, while no turn was forgotten.
    var beginning: Happenings? { !isOn || hasForgotten ? nil : start }

    private var hasForgotten: Bool { turns.indices.contains(next) && turns[next].record.number > 1 }

    mutating func append(_ turn: KeptTurn) {
        if turns.count < limit {
            turns.append(turn)
        } else {
            turns[next] = turn
            next = (next + 1) % limit
            start = Happenings()
        }
    }

    /// Adds to what came after the latest turn.
    mutating func noteLater(_ happenings: Happenings) {
        let most = 1 << 16
        if turns.isEmpty {
            start += happenings
            return start.keepLatest(most)
        }
        let last = (next + turns.count - 1) % turns.count
        turns[last].later += happenings
        turns[last].later.keepLatest(most)
    }

    /// The oldest first.
    var all: [KeptTurn] { Array(turns[next...] + turns[..<next]) }
}
