/// How a run goes about it, whatever it is asked to do.
public struct RunOptions: Sendable {
    /// What another process is told that holds the library.
    public var command: String
    /// Whether feeds may point at loopback and private hosts (POD-7).
    public var allowsPrivateHosts: Bool
    /// Told who holds the library when that is waited for; nil throws instead.
    public var onWait: (@Sendable (String) -> Void)?
    /// When the run is cancelled and leaves the rest to the next.
    public var deadline: Duration?
    /// What a netrc file holds: credentials for hosts whose feeds have none in their address (POD-15).
    public var netrc = ""
    /// What downloads.
    public var engine = EngineChoice.urlSession
    /// The command that is told of each episode that came; nil tells nobody.
    public var notify: String?
    /// Where it shows how far it is; nowhere for nil.
    public var terminal: Terminal?

    public init(
        command: String, allowsPrivateHosts: Bool = false,
        onWait: (@Sendable (String) -> Void)? = nil, deadline: Duration? = nil
    ) {
        self.command = command
        self.allowsPrivateHosts = allowsPrivateHosts
        self.onWait = onWait
        self.deadline = deadline
    }
}
