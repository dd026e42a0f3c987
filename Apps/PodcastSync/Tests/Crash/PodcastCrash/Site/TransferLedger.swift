import PodcastServer

/// What was sent of each media path, and what of it was sent twice.
struct TransferLedger: Sendable {
    private struct Account {
        let version: Int
        /// Up to where the bytes were sent.
        var end = 0
        /// How many were sent once more since the last process began.
        var twice = 0
    }

    private struct Transfer {
        let path: String
        var position: Int
    }

    /// How much of a transfer may be fetched twice after a crash (POD-14).
    static let allowance = 1 << 20

    private var accounts: [String: Account] = [:]
    /// What each connection is sent.
    private var transfers: [UInt16: Transfer] = [:]
    /// What is here and confirmed, and so is not to be asked for.
    private var settled: Set<String> = []
    private var again: [String] = []
    /// The most that was sent twice of one transfer.
    private(set) var mostTwice = 0

    /// A process begins.
    ///
    /// - Parameter settled: The paths whose files are here whole.
    mutating func begin(settled: Set<String>) {
        self.settled = settled
        again = []
        for path in accounts.keys { accounts[path]?.twice = 0 }
    }

    mutating func begin(_ record: RequestRecord, version: Int) {
        if settled.contains(record.path) {
            again.append("\(record.path) is here whole and was asked for again: \(record)")
        }
        transfers[record.peerPort] = nil
        guard record.status == 200 || record.status == 206 else { return }
        if accounts[record.path]?.version != version {
            accounts[record.path] = Account(version: version)
        }
        let start = record.status == 206 ? record.range.flatMap(Medium.start) ?? 0 : 0
        transfers[record.peerPort] = Transfer(path: record.path, position: start)
    }

    /// Counts bytes that were sent on a connection.
    mutating func add(_ count: Int, port: UInt16) {
        guard let transfer = transfers[port], var account = accounts[transfer.path] else { return }
        let position = transfer.position + count
        account.twice += max(0, min(position, account.end) - transfer.position)
        account.end = max(account.end, position)
        mostTwice = max(mostTwice, account.twice)
        transfers[port]?.position = position
        accounts[transfer.path] = account
    }

    /// Whoever was sent this was killed before reading it.
    mutating func lose(_ flight: InFlight) {
        for (port, transfer) in transfers where accounts[transfer.path]?.end == transfer.position {
            accounts[transfer.path]?.end -= min(flight[port], transfer.position)
        }
    }

    /// What was sent of a path is not in the library any more, by the user's wish or the policy's.
    mutating func forget(_ path: String) { accounts[path] = nil }

    var paths: [String] { Array(accounts.keys) }

    /// What was sent since the last process began, and need not have been.
    var breaches: [String] {
        again
            + accounts.filter { $0.value.twice >= Self.allowance }.sorted { $0.key < $1.key }
            .map { "\($0.value.twice) bytes of \($0.key) were fetched twice" }
    }
}
