import Foundation

/// What aria2 is told about one download.
enum Aria2Options {
    static func of(
        _ id: Aria2ID, _ url: URL, _ validator: PartValidator, _ destination: URL
    ) -> [String: JSONValue] {
        let part = PartFile.part(of: destination)
        var headers: [JSONValue] = ["Accept: */*"]
        var options: [String: JSONValue] = [
            "gid": .string(id.text), "dir": .string(part.deletingLastPathComponent().path),
            "out": .string(part.lastPathComponent), "pause": "false",
            // aria2 follows redirects by itself, to wherever: every host but this one is behind a proxy that
            // is not there (POD-7).
            "all-proxy": "http://127.0.0.1:1/", "no-proxy": .string(host(of: url)),
        ]
        if let condition = validator.condition {
            headers.append(.string("If-Range: \(condition)"))
        } else {
            // Nothing tells these bytes from others: what broke begins anew.
            options["continue"] = "false"
            options["allow-overwrite"] = "true"
            options["max-tries"] = "1"
        }
        options["header"] = .list(headers)
        return options
    }

    /// Whether aria2 can be kept to a host: one that begins with a dot stands for many to it, and it knows no
    /// zones.
    static func canFence(_ url: URL) -> Bool {
        let host = host(of: url)
        return !host.isEmpty && !host.hasPrefix(".") && !host.contains("%")
    }

    /// The host as aria2 compares it.
    private static func host(of url: URL) -> String {
        let host = url.host ?? ""
        return host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }
}
