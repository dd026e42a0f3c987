import CogGraph
import Foundation

/// The time that rests and ages are counted to.
///
/// It moves when something is due, and else once in a minute: with each move all is looked at that failed or
/// grows old, which is too much for every download that ends.
struct Moment: Hashable {
    static let longest: TimeInterval = 60

    let time: Date
    /// How often something was due before it.
    fileprivate let ticks: Int
}

let momentCog = Cog<Moment>(name: "moment") { c in
    let (now, ticks) = (c[_nowCog], c[_ticksCog])
    if let last = c.curr(Moment.self), last.ticks == ticks, last.time <= now,
        now < last.time.addingTimeInterval(Moment.longest)
    {
        return last
    }
    return Moment(time: now, ticks: ticks)
}
