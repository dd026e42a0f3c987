import PodcastServer

/// What was sent of each media path, and what of it was sent twice.
struct TransferLedger: Sendable {
    private struct Account {
        let version: Int
        /// Where the transfer that goes on is.
        var position = 0
        /// Up to where the bytes were sent.
        var end = 0
    }

    /// How much of a transfer may be fetched twice after a crash (POD-14).
    static let allowance = 1 << 20

    private var accounts: [String: Account] = [:]
    /// What each connection was asked for last.
    private var running: [UInt16: String] = [:]
    /// What is here and confirmed, and so is not to be asked for.
    var settled: Set<String> = []
    /// The most that was sent twice of one transfer.
    private(set) var mostTwice = 0
    private(set) var breaches: [String] = []

    mutating func begin(_ record: RequestRecord, version: Int) {
        if settled.contains(record.path) {
            breaches.append("\(record.path) is here whole and was asked for again: \(record)")
        }
        guard record.status == 200 || record.status == 206 else { return }
        var account =
            accounts[record.path].flatMap { $0.version == version ? $0 : nil }
            ?? Account(version: version)
        let start = record.status == 206 ? record.range.flatMap(Medium.start) ?? 0 : 0
        let twice = account.end - start
        mostTwice = max(mostTwice, twice)
        if twice >= Self.allowance {
            breaches.append("\(twice) bytes of \(record.path) were fetched twice: \(record)")
        }
        account.position = start
        running[record.peerPort] = record.path
        accounts[record.path] = account
    }

    mutating func add(_ count: Int, to path: String) {
        guard var account = accounts[path] else { return }
        account.position += count
        account.end = max(account.end, account.position)
        accounts[path] = account
    }

    /// Whoever was sent this was killed before reading it.
    mutating func lose(_ flight: InFlight) {
        for (port, path) in running {
            guard let account = accounts[path], account.position == account.end else { continue }
            accounts[path]?.end -= min(flight[port], account.end)
        }
        running = [:]
    }

    /// What was sent of a path is not in the library any more, by the user's wish or the policy's.
    mutating func forget(_ path: String) { accounts[path] = nil }

    var paths: [String] { Array(accounts.keys) }

    /// The breaches so far, which are then forgotten.
    mutating func takeBreaches() -> [String] {
        defer { breaches = [] }
        return breaches
    }
}
