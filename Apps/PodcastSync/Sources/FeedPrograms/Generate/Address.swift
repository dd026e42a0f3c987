import RandomPrograms

/// Where relative addresses start.
struct Base: Sendable {
    var origin: String
    /// With the slash at its end.
    var directory: String

    /// That of a document from ``FeedModel/finalURL``.
    static let feed = Base(
        origin: "https://feeds.example.org", directory: "https://feeds.example.org/shows/")

    func with(_ change: Change?) -> Base {
        switch change {
        case nil, .useless: self
        case .absolute: Base(origin: "https://cdn.example.net", directory: "https://cdn.example.net/x/")
        case .relative: Base(origin: origin, directory: directory + "media/")
        }
    }

    /// What an `xml:base` says.
    enum Change: String, CaseIterable, Sendable {
        case absolute = "https://cdn.example.net/x/"
        case relative = "media/"
        case useless = "javascript:x"
    }
}

/// An address as it is written, and as it must be read (POD-6).
struct Address: Sendable {
    enum Place: CaseIterable, Sendable { case absolute, otherHost, rooted, relative }

    /// The last part of a path.
    struct Name: Sendable {
        var written: String
        var reads: String
        /// What it calls an episode that has no title.
        var stem: String

        init(_ written: String, _ reads: String, _ stem: String) {
            self.written = written
            self.reads = reads
            self.stem = stem
        }
    }

    var place: Place
    var name: Name

    var written: String {
        switch place {
        case .absolute: "https://media.example.com/s/\(name.written)"
        case .otherHost: "//media.example.com/s/\(name.written)"
        case .rooted: "/s/\(name.written)"
        case .relative: "s/\(name.written)"
        }
    }

    func reads(from base: Base) -> String {
        switch place {
        case .absolute, .otherHost: "https://media.example.com/s/\(name.reads)"
        case .rooted: "\(base.origin)/s/\(name.reads)"
        case .relative: "\(base.directory)s/\(name.reads)"
        }
    }

    static func random(_ random: inout SplitMix, of names: [Name]) -> Address {
        Address(place: random.one(of: Place.allCases), name: random.one(of: names))
    }

    static func sound(_ random: inout SplitMix) -> Name {
        let number = random.number(below: 1_000)
        return random.one(of: [
            Name("\(number).mp3", "\(number).mp3", "\(number)"),
            Name("a \(number).mp3", "a%20\(number).mp3", "a \(number)"),
            Name("a%20\(number).mp3", "a%20\(number).mp3", "a \(number)"),
            Name("\u{E9}\(number).m4a", "%C3%A9\(number).m4a", "\u{E9}\(number)"),
            Name("50%.\(number).ogg", "50%25.\(number).ogg", "50%.\(number)"),
            Name("a|\(number).mp3?x=1&y=2", "a%7C\(number).mp3?x=1&y=2", "a|\(number)"),
            Name("(\(number)).mp3?sig=%2B/=", "(\(number)).mp3?sig=%2B/=", "(\(number))"),
            Name("t.mp3?u=https://e.org/\(number)", "t.mp3?u=https://e.org/\(number)", "t"),
        ])
    }

    static let pages = [
        Name("1", "1", "1"), Name("a b", "a%20b", "a b"), Name("?p=1&q=\u{E9}", "?p=1&q=%C3%A9", ""),
    ]
}
