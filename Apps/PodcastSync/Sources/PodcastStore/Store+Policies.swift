public import Foundation
public import PodcastModel

extension Store {
    /// The global policy and those of single feeds (POD-12).
    public func policies() throws(PodcastError) -> Policies {
        try access { (db) throws(PodcastError) in
            func policy(_ row: Row, _ column: Int32) -> Policy {
                Policy(keep: row.optionalInt(column).map { .newest(Int($0)) } ?? .all)
            }
            var result = Policies()
            let name = "reading policies"
            if let global = try db.rows("SELECT newest FROM global_policy", for: name, { policy($0, 0) })
                .first
            {
                result.global = global
            }
            for (feed, own) in try db.rows(
                "SELECT feed, newest FROM policies", for: name, { (FeedID($0.int(0)), policy($0, 1)) })
            {
                result.perFeed[feed] = own
            }
            return result
        }
    }

    /// Sets the policy of `feed`, or the global one; nil gives a feed back to the global one.
    public func setPolicy(_ policy: Policy?, for feed: FeedID? = nil) throws(PodcastError) {
        var newest: Int64?
        if case .newest(let count) = policy?.keep { newest = Int64(count) }
        let value = SQLValue.int(newest)
        try access { (db) throws(PodcastError) in
            switch (feed, policy) {
            case (let feed?, nil):
                try db.run(
                    "DELETE FROM policies WHERE feed = ?", [.int(feed.rawValue)], for: "setting a policy")
            case (let feed?, _):
                try db.run(
                    "INSERT INTO policies VALUES (?, ?) ON CONFLICT (feed) DO UPDATE "
                        + "SET newest = excluded.newest",
                    [.int(feed.rawValue), value], for: "setting a policy")
            case (nil, nil): try db.run("DELETE FROM global_policy", for: "setting a policy")
            case (nil, _):
                try db.run(
                    "INSERT INTO global_policy VALUES (1, ?) ON CONFLICT (one) DO UPDATE "
                        + "SET newest = excluded.newest",
                    [value], for: "setting a policy")
            }
        }
    }

    /// Hosts that asked for a pause, and until when (POD-9).
    public func hostPauses() throws(PodcastError) -> [String: Date] {
        let all = try access { (db) throws(PodcastError) in
            try db.rows("SELECT host, until FROM host_pauses", for: "reading pauses") {
                ($0.text(0) ?? "", $0.date(1) ?? .distantPast)
            }
        }
        return Dictionary(all, uniquingKeysWith: { first, _ in first })
    }

    /// Pauses `host` across restarts (POD-9).
    public func pauseHost(_ host: String, until: Date) throws(PodcastError) {
        try access { (db) throws(PodcastError) in
            try db.run(
                "INSERT INTO host_pauses VALUES (?, ?) ON CONFLICT (host) DO UPDATE "
                    + "SET until = excluded.until",
                [.text(host), .date(until)], for: "pausing \(host)")
        }
    }
}
