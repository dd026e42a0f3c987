/// Where the refresh of one feed stands in this run.
public enum RefreshState: Hashable, Sendable {
    /// This run was not asked for it.
    case idle
    /// Asked for and not ended yet.
    case due
    /// The server said that nothing changed.
    case unchanged
    case updated(newEpisodes: Int, warnings: [String])
    case failed(reason: String)
}
