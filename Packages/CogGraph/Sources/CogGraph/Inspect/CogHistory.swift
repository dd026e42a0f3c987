/// How many of the latest turns a context remembers (HIST-1).
public struct CogHistory: Hashable, Sendable {
    let limit: Int

    /// None, and nothing is recorded.
    public static let off = CogHistory(limit: 0)

    /// The latest `count` turns; none for zero.
    public static func latest(_ count: Int) -> CogHistory { CogHistory(limit: max(count, 0)) }

    /// The latest 256 in debug builds, none in release.
    public static var standard: CogHistory {
        #if DEBUG
            .latest(256)
        #else
            .off
        #endif
    }
}

/// A ring of the latest turns.
struct TurnRing {
    private let limit: Int
    private var records: [TurnRecord] = []
    private var next = 0

    init(_ history: CogHistory) { limit = history.limit }

    var isOn: Bool { limit > 0 }

    mutating func append(_ record: TurnRecord) {
        if records.count < limit {
            records.append(record)
        } else {
            records[next] = record
            next = (next + 1) % limit
        }
    }

    /// The oldest first.
    var all: [TurnRecord] { Array(records[next...] + records[..<next]) }
}
