public import Foundation

/// Where an episode's file stands.
public enum DownloadState: Hashable, Sendable {
    case none
    /// Asked for by the user, whatever the policy says.
    case wanted
    /// Running; only whole percents are told (POD-13) and none is durable.
    case downloading(percent: Int)
    case downloaded(fileName: String, bytes: Int64)
    case failed(reason: String, nextAttemptAt: Date)
    /// A tombstone: it does not come back unasked (POD-4).
    case skipped
}
