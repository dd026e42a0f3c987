import Foundation
import PodcastModel

/// Where an aria2 listens, and the word that it wants to hear.
struct Aria2Endpoint: Sendable, Equatable {
    let port: UInt16
    let secret: String

    /// A free port of this machine and a secret that cannot be guessed.
    init() throws(EngineFailure) {
        port = try Self.freePort()
        var random = SystemRandomNumberGenerator()
        secret = (0..<4).map { _ in
            let text = String(random.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
    }

    init(port: UInt16, secret: String) { (self.port, self.secret) = (port, secret) }

    private static func freePort() throws(EngineFailure) -> UInt16 {
        let socket = LoopbackSocket()
        defer { socket.close() }
        guard let port = socket.bind() else {
            throw EngineFailure(
                "there is no free port for aria2: \(String(cString: strerror(errno)))", at: "127.0.0.1",
                advice: "try again later, or use --engine url-session")
        }
        return port
    }
}

/// The file that aria2 is configured by: all of it, since nothing of the user's own is read, and since an
/// argument could be seen by everyone.
enum Aria2Configuration {
    /// - Parameter lifetime: After which it ends, with everything noted: nothing else ends one whose library was
    ///   removed while no app was there.
    static func text(_ endpoint: Aria2Endpoint, jobs: Int, lifetime: Duration) -> String {
        (settings + [
            ("rpc-listen-port", "\(endpoint.port)"), ("rpc-secret", endpoint.secret),
            ("max-concurrent-downloads", "\(jobs)"), ("stop", "\(lifetime.components.seconds)"),
        ]).map { "\($0)=\($1)\n" }.joined()
    }

    static func endpoint(_ text: String) -> Aria2Endpoint? {
        var values: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let sides = line.split(separator: "=", maxSplits: 1)
            if sides.count == 2 { values[sides[0]] = sides[1] }
        }
        guard let port = values["rpc-listen-port"].flatMap({ UInt16($0) }),
            let secret = values["rpc-secret"]
        else { return nil }
        return Aria2Endpoint(port: port, secret: String(secret))
    }

    private static let settings: [(String, String)] = [
        ("enable-rpc", "true"), ("rpc-listen-all", "false"),
        ("input-file", "session"), ("save-session", "session"), ("save-session-interval", "1"),
        // What comes from the session waits until somebody wants it.
        ("pause", "true"),
        // The length of the part is what came: in order, at once, and without a map beside it that would be
        // older than the part when the process is killed.
        ("continue", "true"), ("always-resume", "true"), ("split", "1"),
        ("max-connection-per-server", "1"), ("stream-piece-selector", "inorder"),
        ("file-allocation", "none"), ("disk-cache", "0"), ("auto-save-interval", "0"),
        ("allow-overwrite", "false"), ("auto-file-renaming", "false"),
        // How long what failed rests is ours to say; this is for a line that broke.
        ("max-tries", "3"), ("retry-wait", "0"), ("timeout", "60"), ("connect-timeout", "60"),
        ("user-agent", ProgramVersion.userAgent), ("no-netrc", "true"), ("check-certificate", "true"),
        // An enclosure is a file, whatever it describes.
        ("follow-torrent", "false"), ("follow-metalink", "false"), ("enable-dht", "false"),
        ("enable-dht6", "false"), ("bt-enable-lpd", "false"), ("enable-peer-exchange", "false"),
        ("quiet", "true"), ("console-log-level", "error"), ("summary-interval", "0"),
        ("enable-color", "false"),
    ]
}
