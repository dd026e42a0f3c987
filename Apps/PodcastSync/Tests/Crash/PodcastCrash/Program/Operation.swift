/// One command of the program under test, with what it may take away.
enum Operation: Hashable, Sendable, CustomStringConvertible {
    case subscribe(String)
    case unsubscribe(String)
    case refresh(jobs: Int)
    case sync(jobs: Int)
    /// How many of each feed; nil for all.
    case policy(Int?)
    case clean
    /// An episode by its feed and number.
    case skip(String, Int)
    case unskip(String, Int)
    case keep(String, Int)
    case download(String, Int)

    /// The command line that does it, the library left out.
    ///
    /// - Parameter made: The addresses of feeds that an earlier attempt made, which was cut off: subscribing again
    ///   does not fetch them.
    func command(at origin: String, made: [String]) -> [String] {
        switch self {
        case .subscribe(let show):
            if let made = made.first { return ["refresh", made] }
            return ["subscribe", "\(origin)/feeds/\(show).xml"]
        case .unsubscribe(let show): return ["unsubscribe", show, "--delete"]
        case .refresh(let jobs): return ["refresh", "--jobs", "\(jobs)"]
        case .sync(let jobs): return ["sync", "--once", "--jobs", "\(jobs)"]
        case .policy(let count): return ["policy", count.map { "\($0)" } ?? "all"]
        case .clean: return ["clean"]
        case .skip(let show, let number): return ["skip", "\(show) \(number)"]
        case .unskip(let show, let number): return ["skip", "--not", "\(show) \(number)"]
        case .keep(let show, let number): return ["keep", "\(show) \(number)"]
        case .download(let show, let number): return ["download", "\(show) \(number)"]
        }
    }

    /// Whether an engine can be chosen for it.
    var downloads: Bool {
        switch self {
        case .sync, .download: true
        default: false
        }
    }

    /// Whether it may remove files.
    var removes: Bool {
        switch self {
        case .unsubscribe, .sync, .clean, .skip: true
        default: false
        }
    }

    /// Whether it may take a tombstone away.
    var forgives: Bool {
        switch self {
        case .unskip, .download, .unsubscribe: true
        default: false
        }
    }

    var description: String {
        switch self {
        case .subscribe(let show): "subscribe \(show)"
        case .unsubscribe(let show): "unsubscribe \(show) --delete"
        case .refresh(let jobs): "refresh, \(jobs) at once"
        case .sync(let jobs): "sync, \(jobs) at once"
        case .policy(let count): "policy \(count.map { "\($0)" } ?? "all")"
        case .clean: "clean"
        case .skip(let show, let number): "skip \(show) \(number)"
        case .unskip(let show, let number): "skip --not \(show) \(number)"
        case .keep(let show, let number): "keep \(show) \(number)"
        case .download(let show, let number): "download \(show) \(number)"
        }
    }
}

/// What a publisher or its host does before an operation.
enum Change: Hashable, Sendable, CustomStringConvertible {
    case publish(String, Int)
    case withdraw(String)
    case rename(String)
    case move(String)
    case double(String)
    case join(String)
    case replace(String)
    case cut(String)
    /// Of an episode by its feed and number.
    case heal(String, Int)

    func apply(to site: inout CrashSite) {
        switch self {
        case .publish(let show, let count): site.publish(show, count: count)
        case .withdraw(let show): site.withdraw(show)
        case .rename(let show): site.rename(show)
        case .move(let show): site.move(show)
        case .double(let show): site.double(show)
        case .join(let show): site.join(show)
        case .replace(let show): site.replace(show)
        case .cut(let show): site.cut(show)
        case .heal(let show, let number): site.heal(show, number)
        }
    }

    var description: String {
        switch self {
        case .publish(let show, let count): "\(show) has \(count) more"
        case .withdraw(let show): "\(show) drops its oldest"
        case .rename(let show): "\(show) renames its guids"
        case .move(let show): "\(show) moves"
        case .double(let show): "\(show) has another address"
        case .join(let show): "\(show) leads to its other address"
        case .replace(let show): "\(show) replaces its newest file"
        case .cut(let show): "the newest file of \(show) is cut off"
        case .heal(let show, let number): "\(show) \(number) is not cut off any more"
        }
    }
}
