public import CogGraph

/// A moment in a context's history, to tell what came after it.
public struct TurnMark: Hashable, Sendable {
    let number: UInt64

    /// Before the first turn.
    public static let start = TurnMark(number: 0)
}

/// One turn, as a test writes it down: `"save of Editor.session by Editor.session.draft (unchanged)"`.
///
/// First its name; then the mechanism or scope it was asked for through, if any; the reaction that asked
/// for it, if one did; and in brackets whether it was the graph's own and whether nothing changed.
public struct CogTurn: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let description: String

    public init(stringLiteral description: String) { self.description = description }

    /// Writes a turn of history down.
    public init(_ record: TurnRecord) {
        let marks = [record.isSystem ? "system" : nil, record.isUnchanged ? "unchanged" : nil]
            .compactMap { $0 }
        description =
            record.name + (record.owner.map { " of \($0)" } ?? "") + (record.cause.map { " by \($0)" } ?? "")
            + (marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))")
    }
}

extension Cogs {
    /// Where history stands now.
    public var mark: TurnMark { TurnMark(number: history.last?.number ?? 0) }

    /// The turns that came after a mark, the oldest first; all of them unless one is given (TEST-4).
    ///
    ///     let mark = cogs.mark
    ///     cogs.signOut()
    ///     #expect(cogs.turns(since: mark) == ["signOut()", "stop of Player by Player.signedOut"])
    ///
    /// Traps when history has forgotten some of them.
    public func turns(since mark: TurnMark = .start) -> [CogTurn] {
        if let first = history.first, first.number > mark.number + 1 {
            fatalError(
                """
                CogTesting: turns behind number \(mark.number) were asked for, but history begins with number \
                \(first.number). Take the mark later, or make the context with history: .latest(n).
                """)
        }
        return history.filter { $0.number > mark.number }.map(CogTurn.init)
    }
}
