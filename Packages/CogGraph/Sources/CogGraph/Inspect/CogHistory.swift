/// How many of the latest turns a context remembers (HIST-1).
public struct CogHistory: Hashable, Sendable {
    let limit: Int

    /// None, and nothing is recorded.
    public static let off = CogHistory(limit: 0)

    /// The latest `count` turns; none for zero.
    public static func latest(_ count: Int) -> CogHistory { CogHistory(limit: max(count, 0)) }

    /// The latest 256 in debug builds, none in release.
    public static var standard: CogHistory {
        #if DEBUG
            .latest(256)
        #else
            .off
        #endif
    }
}
