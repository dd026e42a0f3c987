/// One request as a `LoopbackServer` read it.
public struct Request: Sendable, Equatable {
    public let method: String
    /// The percent-encoded path, without the query.
    public let path: String
    public let query: String?
    /// Header values by lower-case name; a repeated header keeps its last value.
    public let headers: [String: String]

    /// Returns the value of a header, whatever the case of its name.
    public subscript(header name: String) -> String? {
        headers[name.lowercased()]
    }

    /// Reads a request head (everything before the empty line); nil when it is malformed.
    init?(head: String) {
        var lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)
        guard !lines.isEmpty else { return nil }
        let words = lines.removeFirst().split(separator: " ")
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        method = String(words[0])
        path = String(target[0])
        query = target.count > 1 ? String(target[1]) : nil
        var headers: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...]
            headers[line[..<colon].lowercased()] = value.trimmed
        }
        self.headers = headers
    }
}

extension Substring {
    var trimmed: String {
        let spaces: Set<Character> = [" ", "\t"]
        let head = drop { spaces.contains($0) }
        guard let last = head.lastIndex(where: { !spaces.contains($0) }) else { return "" }
        return String(head[...last])
    }
}
