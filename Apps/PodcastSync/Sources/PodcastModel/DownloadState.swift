public import Foundation

/// Where an episode's file stands.
public enum DownloadState: Hashable, Sendable {
    case none
    /// Running; only whole percents are told (POD-13) and none is durable.
    case downloading(percent: Int)
    case downloaded(fileName: String, bytes: Int64)
    case failed(reason: String, nextAttemptAt: Date)
    /// A tombstone: it does not come back unasked (POD-4).
    ///
    /// - Parameter leftover: The file that is still to be removed.
    case skipped(SkipReason, leftover: String? = nil)
}

/// Who left a tombstone.
public enum SkipReason: String, Hashable, Sendable {
    /// The user, who wants none of it.
    case user
    /// Too many items were new at once (POD-3).
    case cap
    /// Cleanup, when the policy did not want it any more (POD-12).
    case cleanup
}
