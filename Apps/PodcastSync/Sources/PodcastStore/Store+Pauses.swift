public import Foundation
public import PodcastModel

extension Store {
    /// Hosts that asked for a pause, and until when (POD-9).
    public func hostPauses() throws(PodcastError) -> [String: Date] {
        let all = try access { (db) throws(PodcastError) in
            try db.rows("SELECT host, until FROM host_pauses", for: "reading pauses") {
                ($0.text(0) ?? "", $0.date(1) ?? .distantPast)
            }
        }
        return Dictionary(all, uniquingKeysWith: { first, _ in first })
    }

    /// Pauses a host across restarts, and forgets pauses that are over (POD-9).
    public func pauseHost(_ pause: HostPause, now: Date) throws(PodcastError) {
        try access { (db) throws(PodcastError) in
            try db.transaction("pausing \(pause.host)") { () throws(PodcastError) in
                try db.run(
                    "DELETE FROM host_pauses WHERE until <= ?", [.date(now)], for: "forgetting pauses")
                try db.run(
                    "INSERT INTO host_pauses VALUES (?, ?) ON CONFLICT (host) DO UPDATE "
                        + "SET until = excluded.until",
                    [.text(pause.host), .date(pause.until)], for: "pausing \(pause.host)")
            }
        }
    }
}
