/// Something about a library that someone should do something about.
public struct Finding: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The store is damaged.
        case store
        /// The library's folder cannot be written.
        case notWritable
        /// A file is recorded and not there.
        case missingFile
        /// A file has another size than when it was downloaded.
        case wrongSize
        /// An unfinished download of what is not wanted.
        case strayPart
        /// A file that was to be removed is still there.
        case leftover
        /// What is in a feed's folder and belongs to no episode, or a file that belongs to no feed.
        case unknownFile
        /// A folder that cannot be read.
        case unreadableFolder
        /// The server said that a feed is gone for good.
        case feedGone
        /// The last refresh of a feed failed.
        case feedFailed
        /// A host asked to be left alone for a while.
        case hostPaused
        /// What an engine left that works beside the app.
        case engine
        /// A policy's pattern that cannot be used, or takes too long on some titles.
        case pattern
    }

    public let kind: Kind
    /// What it is about: a path below the library, a feed, a host.
    public let place: String
    public let what: String
    public let advice: String
}
