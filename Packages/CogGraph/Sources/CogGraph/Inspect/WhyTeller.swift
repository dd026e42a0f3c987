/// Puts together why one place ran last.
struct WhyTeller {
    private typealias Event = Chronicle.Event
    private typealias Moment = Chronicle.Moment

    private struct Step {
        let place: Int
        let event: Event
    }

    private let chronicle: Chronicle
    private let place: Int
    private var turn: UInt64?
    private var sentences: [String] = []
    private var path: [Int] = []
    /// What the sentences are about up to now, so that the next may say "in it".
    private var told: Moment?

    private var picture: CogPicture { chronicle.picture }
    private static var mostSteps: Int { 12 }
    private static var longestName: Int { 120 }

    init(of place: Int, in chronicle: Chronicle) {
        self.chronicle = chronicle
        self.place = place
        path = [place]
        tell()
    }

    var why: CogPicture.Why {
        CogPicture.Why(place: place, turn: turn, sentences: sentences, path: path)
    }

    private mutating func tell() {
        guard !picture.turns.isEmpty else {
            return say(
                "No history is kept, so nothing is known of when \(name(place)) \(isSource ? "was written" : "ran")"
                    + "; assemble with history: .latest(256)")
        }
        let events = chronicle.events(of: place)
        guard let last = events.last(where: { !isSource || $0.isChange }) ?? events.last else {
            tellUnknown()
            return tellUnsettled(since: nil)
        }
        turn = picture.turns[last.moment.turn].number
        tellWay(from: last)
        tellBefore(last, among: events)
        tellUnsettled(since: last.moment)
    }

    private var isSource: Bool { picture.rows.indices.contains(place) && picture.rows[place].kind == .source }

    private mutating func say(_ sentence: String) { sentences.append(sentence + ".") }

    /// Goes from an event to what caused it until something has no cause in the graph.
    private mutating func tellWay(from first: Event) {
        var step = Step(place: place, event: first)
        for _ in 0..<Self.mostSteps {
            guard let next = tell(step) else { return }
            if path.last != next.place { path.append(next.place) }
            step = next
        }
        say("And so on: why \(name(step.place)) ran tells the rest")
    }

    /// - Returns: What is to be told next.
    private mutating func tell(_ step: Step) -> Step? {
        switch step.event.what {
        case .ran(let run): tell(run, of: step.place, step.event)
        case .wrote(let write): tell(write, of: step.place, step.event.moment)
        }
    }

    private mutating func tell(_ run: CogPicture.Run, of place: Int, _ event: Event) -> Step? {
        let words = Words(of: place, in: picture)
        var sentence = "\(name(place)) \(words.ran) \(run.isFirst ? "for the first time " : "")"
        sentence +=
            event.moment == told
            ? "in it" : event.moment.isLater ? "\(words.outside) \(when(event.moment))" : when(event.moment)
        let turn = picture.turns[event.moment.turn]
        told = event.moment
        guard let because = run.because else {
            if run.isFirst {
                // Told as it is: nothing caused it but that it was read.
            } else if turn.isSystem, !event.moment.isLater {
                sentence += ", which asked for it: nothing that it had read had changed"
            } else {
                sentence += ", though nothing that it had read had changed"
            }
            say(sentence)
            return tellOrigin(of: event.moment)
        }
        let cause = chronicle.last(of: because, upTo: event.moment) { $0.isChange }
        guard let cause else {
            path.append(because)
            say(sentence + ", because \(name(because)) had changed; what changed it is not in the history")
            return nil
        }
        guard let write = cause.write else {
            say(sentence + ", because \(name(because)) had changed")
            return Step(place: because, event: cause)
        }
        path.append(because)
        say(sentence + ", because \(name(because)) \(phrase(write, cause.moment))")
        told = cause.moment
        return choice(of: because, before: cause.moment) ?? tellOrigin(of: cause.moment)
    }

    private mutating func tell(_ write: CogPicture.Write, of place: Int, _ moment: Moment) -> Step? {
        say("\(name(place)) \(phrase(write, moment))" + (write.isChange ? "" : ", without a change"))
        told = moment
        return choice(of: place, before: moment) ?? tellOrigin(of: moment)
    }

    /// A status is published because its row had chosen work.
    private func choice(of place: Int, before moment: Moment) -> Step? {
        guard Words.isStatus(place, in: picture),
            let choice = chronicle.last(of: place, upTo: moment, where: { $0.run != nil })
        else { return nil }
        return Step(place: place, event: choice)
    }

    /// Says who asked for a turn, where it was not its caller from outside.
    private mutating func tellOrigin(of moment: Moment) -> Step? {
        let turn = picture.turns[moment.turn]
        if moment.isLater { return nil }
        let owner = turn.owner.map { " through \($0)" } ?? ""
        guard let cause = turn.cause else {
            if turn.owner != nil { say("Turn \(turn.number) was asked for\(owner)") }
            return nil
        }
        say("Turn \(turn.number) was asked for\(owner) by reaction \(cause)")
        guard let run = chronicle.latestRun(ofReaction: cause, before: moment.turn) else { return nil }
        return Step(place: run.place, event: run.event)
    }

    private mutating func tellBefore(_ last: Event, among events: [Event]) {
        if last.run?.isFirst == true { return }
        let before = events.last {
            $0.moment < last.moment && (last.run == nil ? $0.isChange : $0.run != nil)
        }
        let verb = last.run == nil ? Words(of: place, in: picture).written : Words(of: place, in: picture).ran
        if let before {
            told = nil
            let outside =
                before.moment.isLater && last.run != nil ? "\(Words(of: place, in: picture).outside) " : ""
            say("Before that \(name(place)) last \(verb) \(outside)\(when(before.moment))")
        } else if !chronicle.isWhole {
            say("Before that nothing is known of \(name(place)): the history begins with turn \(firstNumber)")
        }
    }

    private mutating func tellUnsettled(since moment: Moment?) {
        guard picture.rows.indices.contains(place), picture.rows[place].state == .unsettled else { return }
        for read in picture.rows[place].reads {
            let change = chronicle.events(of: read).last { $0.isChange }
            guard let change, moment.map({ $0 < change.moment }) ?? true else { continue }
            told = nil
            let what = change.write.map { phrase($0, change.moment) } ?? "changed \(when(change.moment))"
            return say("It is unsettled: since then \(name(read)) \(what), and it runs when it is read next")
        }
        say("It is unsettled: something behind it may have changed, and the next read tells")
    }

    private mutating func tellUnknown() {
        let words = Words(of: place, in: picture)
        let isEmpty = picture.rows.indices.contains(place) && picture.rows[place].state == .empty
        if isSource, chronicle.isWhole {
            say("\(name(place)) has not been written: it has the value that it started with")
        } else if isEmpty {
            say("\(name(place)) has not run: nothing has asked for its value yet")
        } else {
            let verb = isSource ? words.written : words.ran
            say(
                "When \(name(place)) \(verb) last is not known: the history begins with turn \(firstNumber), "
                    + "and it was before that")
        }
    }

    private var firstNumber: UInt64 { picture.turns.first?.number ?? 0 }

    private func name(_ place: Int) -> String {
        (picture.name(at: place) ?? "something unknown").cut(to: Self.longestName)
    }

    private func when(_ moment: Moment) -> String {
        let turn = picture.turns[moment.turn]
        if turn.number == 0 { return "before the first turn" }
        return
            "\(moment.isLater ? "after" : "in") turn \(turn.number) \"\(turn.name.cut(to: Self.longestName))\""
    }

    private func phrase(_ write: CogPicture.Write, _ moment: Moment) -> String {
        let words = Words(of: write.place, in: picture)
        let verb = moment.isLater ? "was seeded" : words.written
        let values =
            switch (write.before, write.after) {
            case (let before?, let after?) where write.isChange: " \(before) → \(after)"
            case (nil, let after?) where write.isChange: " → \(after)"
            default: ""
            }
        return "\(verb)\(values) \(moment == told ? "in it" : when(moment))"
    }
}

/// How one speaks of what has a place.
private struct Words {
    let ran: String
    let outside: String
    let written: String

    init(of place: Int, in picture: CogPicture) {
        let terminal = place - picture.rows.count
        let isExport =
            picture.terminals.indices.contains(terminal) && picture.terminals[terminal].kind == .export
        let isReaction = picture.terminals.indices.contains(terminal) && !isExport
        let isStatus = Self.isStatus(place, in: picture)
        ran = isExport ? "was offered a value" : isStatus ? "chose its work" : "ran"
        outside = isExport ? "when it began" : isReaction ? "when it was registered" : "when it was read"
        written = isStatus ? "was published" : "was written"
    }

    static func isStatus(_ place: Int, in picture: CogPicture) -> Bool {
        picture.rows.indices.contains(place) && picture.rows[place].kind == .status
    }
}
