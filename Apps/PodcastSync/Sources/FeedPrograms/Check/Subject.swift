import RandomPrograms

/// What a program's document is.
enum Subject: Sendable {
    case feed(FeedModel)
    case outlines(OutlineModel)

    static func random(_ random: inout SplitMix, steps: Int) -> Subject {
        let count = random.number(below: steps + 1)
        return random.isTrue(in: 85)
            ? .feed(.random(&random, items: count)) : .outlines(.random(&random, lines: count))
    }

    var bytes: [UInt8] {
        switch self {
        case .feed(let feed): feed.bytes
        case .outlines(let list): list.bytes
        }
    }

    var isFeed: Bool { if case .feed = self { true } else { false } }

    var simpler: [Subject] {
        switch self {
        case .feed(let feed): feed.simpler.map(Subject.feed)
        case .outlines(let list): list.simpler.map(Subject.outlines)
        }
    }
}
