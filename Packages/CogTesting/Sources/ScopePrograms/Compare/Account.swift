/// All that a step shows.
struct Account: Equatable {
    /// What bodies, callbacks, tasks and departing values did, in order.
    var events: [String] = []
    /// The turns that ran; nil where the context went with them.
    var turns: [Turn] = []
    /// Which of all controllers ever given out may act.
    var live: [Bool] = []
    /// What became of each refresh so far, and of each run of the async state that began.
    var refreshes: [String] = []
    var work: [String] = []
    /// Values that went with the context, sorted: their order is the graph's own.
    var goneAtClose: [Int] = []

    mutating func note(_ event: String) { events.append(event) }
}

/// One turn as history has it.
struct Turn: Equatable, CustomStringConvertible {
    var number: UInt64 = 0
    let name: String
    var cause: String?
    let owner: String?
    let isSystem: Bool
    var isUnchanged = true
    var reactions: [String] = []

    var description: String {
        "\(number) \(name)\(isSystem ? ", system" : "") of \(owner ?? "-") by \(cause ?? "-")"
            + "\(isUnchanged ? ", unchanged" : ""), ran \(reactions)"
    }
}
