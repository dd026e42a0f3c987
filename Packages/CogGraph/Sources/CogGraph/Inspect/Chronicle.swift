/// What happened to each place, in order.
struct Chronicle {
    /// A turn, or the time between it and the next.
    struct Moment: Comparable {
        let turn: Int
        let isLater: Bool

        static func < (a: Self, b: Self) -> Bool { (a.turn, a.isLater ? 1 : 0) < (b.turn, b.isLater ? 1 : 0) }
    }

    struct Event {
        enum What {
            case wrote(CogPicture.Write)
            case ran(CogPicture.Run)
        }

        let moment: Moment
        let what: What

        var isChange: Bool {
            switch what {
            case .wrote(let write): write.isChange
            case .ran(let run): run.isChange
            }
        }

        var run: CogPicture.Run? { if case .ran(let run) = what { run } else { nil } }
        var write: CogPicture.Write? { if case .wrote(let write) = what { write } else { nil } }
    }

    let picture: CogPicture
    private var events: [Int: [Event]] = [:]
    private var terminals: [String: [Int]] = [:]

    init(of picture: CogPicture) {
        self.picture = picture
        for (turn, one) in picture.turns.enumerated() {
            note(one.within, at: Moment(turn: turn, isLater: false))
            note(one.later, at: Moment(turn: turn, isLater: true))
        }
    }

    /// What a status chose comes behind what it was published as when both are in one turn: it chose in
    /// order to be published.
    private mutating func note(_ happenings: CogPicture.Happenings, at moment: Moment) {
        for run in happenings.recomputed { note(.ran(run), of: run.place, at: moment) }
        for write in happenings.written { note(.wrote(write), of: write.place, at: moment) }
        for run in happenings.terminals {
            if events[run.place] == nil, let name = picture.name(at: run.place) {
                terminals[name, default: []].append(run.place)
            }
            note(.ran(run), of: run.place, at: moment)
        }
    }

    private mutating func note(_ what: Event.What, of place: Int, at moment: Moment) {
        events[place, default: []].append(Event(moment: moment, what: what))
    }

    /// What happened to a place, in order.
    func events(of place: Int) -> [Event] { events[place] ?? [] }

    /// What happened last to a place up to a moment.
    func last(of place: Int, upTo moment: Moment, where fits: (Event) -> Bool) -> Event? {
        guard let events = events[place] else { return nil }
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            if events[middle].moment <= moment { low = middle + 1 } else { high = middle }
        }
        return events[..<low].last(where: fits)
    }

    /// The latest run before a turn of the reaction of a name, and the reaction's place.
    func latestRun(ofReaction name: String, before turn: Int) -> (place: Int, event: Event)? {
        let end = Moment(turn: turn - 1, isLater: true)
        return (terminals[name] ?? []).compactMap { place in
            last(of: place, upTo: end, where: { _ in true }).map { (place, $0) }
        }.max { $0.event.moment < $1.event.moment }
    }

    /// Whether no turn is forgotten.
    var isWhole: Bool { picture.turns.first?.number == 0 }
}
