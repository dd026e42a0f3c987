import Foundation

/// The bytes of each connection to a server that were sent and not yet read, by the port of whoever reads.
struct InFlight: Sendable {
    private var bytes: [UInt16: Int] = [:]

    /// Looks at this machine's connections as they are now.
    init(server: UInt16) {
        for line in Self.table().split(separator: "\n").dropFirst() {
            let fields = line.split(separator: " ")
            guard fields.count > 4, let local = Self.port(fields[1]), let remote = Self.port(fields[2]) else {
                continue
            }
            let queues = fields[4].split(separator: ":").map { Int($0, radix: 16) ?? 0 }
            // Either end of a connection has a line of its own.
            if local == server { bytes[remote, default: 0] += queues.first ?? 0 }
            if remote == server { bytes[local, default: 0] += queues.last ?? 0 }
        }
    }

    /// Read to its end by hand: its size is not known beforehand, and one read gives a page of it.
    private static func table() -> String {
        let file = open("/proc/net/tcp", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var (text, page): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 65_536))
        while true {
            let count = read(file, &page, page.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += page[..<count]
        }
    }

    subscript(port: UInt16) -> Int { bytes[port] ?? 0 }

    private static func port(_ address: Substring) -> UInt16? {
        address.split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
    }
}
