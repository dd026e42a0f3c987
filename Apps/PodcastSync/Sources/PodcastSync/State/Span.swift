import PodcastModel

/// Some neighbours in a list: thirty-two of its things, or thirty-two spans of the level below.
///
/// What is summed up span by span costs, when one thing changes, the spans that hold it, and not the list.
struct Span: Hashable, Sendable {
    static let width = 32

    /// 0 for one of things.
    let level: Int
    let index: Int

    /// The span of the lowest level that holds the thing at `place`.
    init(at place: Int) { self.init(level: 0, index: place / Self.width) }

    /// The lowest that holds all of `count` things.
    init(over count: Int) {
        var (level, reach) = (0, Self.width)
        while reach < count { (level, reach) = (level + 1, reach * Self.width) }
        self.init(level: level, index: 0)
    }

    private init(level: Int, index: Int) { (self.level, self.index) = (level, index) }

    /// The places that a span of the lowest level holds, in a list of `count` things.
    func places(of count: Int) -> Range<Int> { neighbours(of: count) }

    /// The spans below, in a list of `count` things.
    func below(of count: Int) -> [Span] {
        var spans = count
        for _ in 0..<level { spans = (spans + Self.width - 1) / Self.width }
        return neighbours(of: spans).map { Span(level: level - 1, index: $0) }
    }

    /// The spans of the lowest level, in a list of `count` things.
    static func lowest(of count: Int) -> [Span] {
        stride(from: 0, to: count, by: width).map { Span(at: $0) }
    }

    private func neighbours(of count: Int) -> Range<Int> {
        min(index * Self.width, count)..<min((index + 1) * Self.width, count)
    }
}

/// A span of a feed's episodes, the newest first.
struct Stretch: Hashable, Sendable {
    let feed: FeedID
    let span: Span

    init(_ feed: FeedID, _ span: Span) { (self.feed, self.span) = (feed, span) }
}
