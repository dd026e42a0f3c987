import CogArena

/// Gives each slot that a history tells of its place in a picture.
struct PicturePlaces {
    private var places: [Slot: Int]
    private let living: Int
    private(set) var gone: [String] = []
    private let valueLength: Int

    /// - Parameter living: The slots of the rows, then of the terminals.
    init(living: [Slot], valueLength: Int) {
        places = Dictionary(uniqueKeysWithValues: zip(living, living.indices))
        self.living = living.count
        self.valueLength = valueLength
    }

    /// Takes in the names first, so that a cause that went has one.
    mutating func enter(_ happenings: Happenings) {
        for one in happenings.written { enter(one.fact.slot, one.name) }
        for one in happenings.recomputed { enter(one.fact.slot, one.name) }
        for one in happenings.noticed { enter(one.fact, one.name) }
        for one in happenings.terminals { enter(one.fact.slot, one.name) }
    }

    private mutating func enter(_ slot: Slot, _ name: String) {
        guard places[slot] == nil else { return }
        places[slot] = living + gone.count
        gone.append(name)
    }

    mutating func picture(of happenings: Happenings) -> CogPicture.Happenings {
        CogPicture.Happenings(
            written: happenings.written.map { write(of: $0.fact) },
            recomputed: happenings.recomputed.map { run(of: $0.fact) },
            noticed: happenings.noticed.map { place(of: $0.fact) },
            terminals: happenings.terminals.map { run(of: $0.fact) })
    }

    private mutating func run(of run: Trace.Run) -> CogPicture.Run {
        var because: Int?
        if case .changed(let slot) = run.cause { because = place(of: slot) }
        return CogPicture.Run(
            place: place(of: run.slot), isFirst: run.cause == .first, because: because,
            isChange: run.isChange)
    }

    private mutating func write(of write: Happenings.Write) -> CogPicture.Write {
        CogPicture.Write(
            place: place(of: write.slot), before: write.before.map(describe),
            after: write.after.map(describe), isChange: write.isChange)
    }

    private mutating func place(of slot: Slot) -> Int {
        // The history has forgotten what it was called.
        if places[slot] == nil { enter(slot, "something that is gone") }
        return places[slot, default: 0]
    }

    private func describe(_ value: Any) -> String {
        let text = (value as? String)?.debugDescription ?? "\(value)"
        return text.cut(to: valueLength)
    }
}

extension String {
    /// At most so many characters, and a sign where some are missing.
    func cut(to length: Int) -> String {
        guard let end = index(startIndex, offsetBy: length, limitedBy: endIndex), end < endIndex else {
            return self
        }
        return self[..<end] + "…"
    }
}
