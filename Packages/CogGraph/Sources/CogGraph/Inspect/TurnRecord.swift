/// What one turn was and did (HIST-1). Names are those of declarations, with their keys.
public struct TurnRecord: Hashable, Sendable {
    /// Counts the context's turns from 1.
    public let number: UInt64
    /// The calling function's name, or the one that the turn was given (TURN-1).
    public let name: String
    /// The reaction that asked for it; nil for a turn asked for from outside.
    public let cause: String?
    /// The mechanism or scope it was asked for through.
    public let owner: String?
    /// Whether it was the graph's own and wrote no source.
    public let isSystem: Bool
    /// Whether nothing changed in value, so that no revision was published (TURN-10).
    public internal(set) var isUnchanged = true
    /// The sources written, each once, in the order of their first write.
    public internal(set) var written: [String] = []
    /// The cogs computed, in the order they ran.
    public internal(set) var recomputed: [String] = []
    /// The states whose readers in UI were told.
    public internal(set) var noticed: [String] = []
    /// The reactions run, in order; their first runs too.
    public internal(set) var reactions: [String] = []
}

extension TurnRecord: CustomStringConvertible {
    public var description: String {
        var text = "\(number) \(name)"
        if let owner { text += " of \(owner)" }
        if let cause { text += " by \(cause)" }
        if isUnchanged { text += " (unchanged)" }
        for (verb, names) in [
            ("wrote", written), ("computed", recomputed), ("noticed", noticed), ("ran", reactions),
        ] where !names.isEmpty {
            text += "; \(verb) \(names.joined(separator: ", "))"
        }
        return text
    }
}
