import CogGraph
import Foundation
import PodcastModel

/// What the policy wants and the budgets have no room for.
let overBudgetCog = Cog<[EpisodeID: Verdict.Refusal]>(name: "overBudget") { c in
    let feeds = c[_feedsCog].map(\.id)
    let total = c[_policiesCog].all.budget.limit
    guard total != nil || feeds.contains(where: { c[policyCogs[$0]].budget.limit != nil }) else { return [:] }
    let judged = feeds.map { c[ruledEpisodesCogs[$0]] }
    let sizes = judged.map { $0.compactMap(\.standing.bytes) }
    let all = sizes.flatMap(\.self)
    let shares = zip(feeds, zip(judged, sizes)).map { feed, own in
        BudgetShare(
            own.0, limit: c[policyCogs[feed]].budget.limit, usual: SizeGuess(here: own.1, elsewhere: all))
    }
    return BudgetShare.refusals(shares, total: total)
}

/// How large a file will be that is not here.
struct SizeGuess {
    private let usual: Int64

    /// - Parameters:
    ///   - here: The sizes of the feed's files that are here.
    ///   - elsewhere: Those of all feeds.
    init(here: some Collection<Int64>, elsewhere: some Collection<Int64>) {
        usual = Self.mean(here) ?? Self.mean(elsewhere) ?? 50_000_000
    }

    /// What the feed claims where that can be true of a recording, else the usual (POD-6).
    func bytes(hint: Int64?) -> Int64 {
        guard let hint, (10_000...8_000_000_000).contains(hint) else { return usual }
        return hint
    }

    private static func mean(_ sizes: some Collection<Int64>) -> Int64? {
        sizes.isEmpty ? nil : Int64(sizes.reduce(0.0) { $0 + Double($1) } / Double(sizes.count))
    }
}

/// What one feed asks of the budgets: a file once, however many episodes are over it (POD-1).
struct BudgetShare {
    private struct Claim {
        var episodes: [EpisodeID]
        var bytes: Int64
    }

    private let limit: Int64?
    /// What the user chose: it is counted and never refused.
    private let chosen: Int64
    /// What the policy wants, the newest first.
    private var claims: ArraySlice<Claim>
    private var used: Int64

    init(_ judged: [Judged], limit: Int64?, usual: SizeGuess) {
        var places: [URL: Int] = [:]
        var all: [(isChosen: Bool, claim: Claim)] = []
        for item in judged {
            guard case .wanted(let claim) = item.verdict, let url = item.episode.enclosureURL else {
                continue
            }
            let isChosen = claim == .asked || claim == .kept
            if let place = places[url] {
                all[place].claim.episodes.append(item.episode.id)
                all[place].isChosen = all[place].isChosen || isChosen
            } else {
                places[url] = all.count
                let bytes = item.standing.bytes ?? usual.bytes(hint: item.episode.lengthHint)
                all.append((isChosen, Claim(episodes: [item.episode.id], bytes: bytes)))
            }
        }
        self.limit = limit
        chosen = all.reduce(0) { $0 + ($1.isChosen ? $1.claim.bytes : 0) }
        claims = all.filter { !$0.isChosen }.map(\.claim)[...]
        used = chosen
    }

    /// What has no room when the feeds take turns: the one that has the fewest bytes takes its next newest
    /// file, and a file that does not fit ends its feed's turns, so that no older one takes its place.
    ///
    /// - Complexity: O(files · feeds).
    static func refusals(_ shares: [BudgetShare], total: Int64?) -> [EpisodeID: Verdict.Refusal] {
        var shares = shares
        var room = total.map { $0 - shares.reduce(0) { $0 + $1.chosen } }
        var refused: [EpisodeID: Verdict.Refusal] = [:]
        while true {
            let open = shares.indices.filter { !shares[$0].claims.isEmpty }
            guard let place = open.min(by: { shares[$0].used < shares[$1].used }),
                let next = shares[place].claims.first
            else { return refused }
            let refusal: Verdict.Refusal? =
                if let limit = shares[place].limit, shares[place].used + next.bytes > limit {
                    .overBudget(limit, ofFeed: true)
                } else if let room, let total, next.bytes > room {
                    .overBudget(total, ofFeed: false)
                } else {
                    nil
                }
            if let refusal {
                for id in shares[place].claims.flatMap(\.episodes) { refused[id] = refusal }
                shares[place].claims = []
            } else {
                shares[place].claims.removeFirst()
                shares[place].used += next.bytes
                room = room.map { $0 - next.bytes }
            }
        }
    }
}
