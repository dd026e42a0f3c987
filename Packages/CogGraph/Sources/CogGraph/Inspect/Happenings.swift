import CogArena

/// What happened in a turn, or by reads between two, by the slots that it happened to: what a record has by
/// name alone, and a picture needs to say why something ran (HIST-3).
///
/// Values that it holds are small and plain, or the beginning of a text; they are described when asked for.
struct Happenings {
    struct Named<Fact> {
        let name: String
        let fact: Fact
    }

    struct Write {
        let slot: Slot
        let before, after: Any?
        let isChange: Bool
    }

    var written: [Named<Write>] = []
    var recomputed: [Named<Trace.Run>] = []
    var noticed: [Named<Slot>] = []
    /// Runs of reactions, and values that were offered to sequences.
    var terminals: [Named<Trace.Run>] = []

    static func += (happenings: inout Happenings, more: Happenings) {
        happenings.written += more.written
        happenings.recomputed += more.recomputed
        happenings.noticed += more.noticed
        happenings.terminals += more.terminals
    }

    /// Forgets the oldest of what would grow without a turn.
    mutating func keepLatest(_ count: Int) {
        recomputed.removeFirst(max(0, recomputed.count - count))
        written.removeFirst(max(0, written.count - count))
        terminals.removeFirst(max(0, terminals.count - count))
    }
}

/// A turn that the ring keeps.
struct KeptTurn {
    let record: TurnRecord
    let happenings: Happenings
    /// What reads computed, and tests seeded, between it and the next turn.
    var later = Happenings()
}
