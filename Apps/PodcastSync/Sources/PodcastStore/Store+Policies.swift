public import PodcastModel

extension Store {
    /// The global policy and those of single feeds (POD-12).
    public func policies() throws(PodcastError) -> Policies {
        try access { (db) throws(PodcastError) in try Self.policies(db) }
    }

    /// Sets the policy of `feed`, or the global one; nil gives a feed back to the global one.
    public func setPolicy(_ policy: Policy?, for feed: FeedID? = nil) throws(PodcastError) {
        let (table, key) = feed == nil ? ("policy_of_all", "one") : ("feed_policies", "feed")
        let row = SQLValue.int(feed?.rawValue ?? 1)
        let operation = "setting a policy"
        try access { (db) throws(PodcastError) in
            guard let policy else {
                try db.run("DELETE FROM \(table) WHERE \(key) = ?", [row], for: operation)
                return
            }
            try db.run(
                """
                INSERT INTO \(table) (\(key), \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (\(key)) DO UPDATE SET newest = excluded.newest, days = excluded.days,
                including = excluded.including, excluding = excluded.excluding, budget = excluded.budget,
                new_items = excluded.new_items, template = excluded.template
                """,
                [
                    row, value(policy.newest), value(policy.days), value(policy.including),
                    value(policy.excluding), value(policy.budget), value(policy.newItems),
                    value(policy.template),
                ], for: operation)
        }
    }

    static func policies(_ db: Connection) throws(PodcastError) -> Policies {
        let operation = "reading policies"
        var result = Policies()
        let global = try db.rows("SELECT one, \(columns) FROM policy_of_all", for: operation, policy)
        result.global = global.first?.1 ?? Policy()
        for (feed, own) in try db.rows("SELECT feed, \(columns) FROM feed_policies", for: operation, policy) {
            result.perFeed[FeedID(feed)] = own
        }
        return result
    }
}

private let columns = "newest, days, including, excluding, budget, new_items, template"

private func policy(_ row: Row) -> (Int64, Policy) {
    func number(_ column: Int32) -> Policy.Setting<Int64> {
        row.optionalInt(column).map { $0 < 0 ? .unlimited : .limited($0) } ?? .inherited
    }
    func count(_ column: Int32) -> Policy.Setting<Int> {
        row.optionalInt(column).map { $0 < 0 ? .unlimited : .limited(Int($0)) } ?? .inherited
    }
    func pattern(_ column: Int32) -> Policy.Setting<TitlePattern> {
        row.text(column).map { $0.isEmpty ? .unlimited : .limited(TitlePattern($0)) } ?? .inherited
    }
    let template: Policy.Setting<FileTemplate> =
        row.text(7).map { .limited(FileTemplate($0)) } ?? .inherited
    return (
        row.int(0),
        Policy(
            newest: count(1), days: count(2), including: pattern(3), excluding: pattern(4), budget: number(5),
            newItems: count(6), template: template)
    )
}

private func value(_ setting: Policy.Setting<Int>) -> SQLValue {
    switch setting {
    case .inherited: .null
    case .unlimited: .int(-1)
    case .limited(let limit): .int(Int64(limit))
    }
}

private func value(_ setting: Policy.Setting<Int64>) -> SQLValue {
    switch setting {
    case .inherited: .null
    case .unlimited: .int(-1)
    case .limited(let limit): .int(limit)
    }
}

private func value(_ setting: Policy.Setting<TitlePattern>) -> SQLValue {
    switch setting {
    case .inherited: .null
    case .unlimited: .text("")
    case .limited(let pattern): .text(pattern.text)
    }
}

private func value(_ setting: Policy.Setting<FileTemplate>) -> SQLValue { .text(setting.limit?.text) }
