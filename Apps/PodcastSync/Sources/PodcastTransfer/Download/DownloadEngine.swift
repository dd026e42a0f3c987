public import Foundation

/// Downloads files; a file at the destination is whole, whatever happens (POD-10).
///
/// An engine may live in this process or outlive it. The caller is the same to both: it has every download
/// that is wanted be downloaded, and an engine that has one already, from before, goes on with that. What an
/// engine has and nobody wants it is told to withdraw; what nobody says anything of goes on.
///
/// It is a service: started before the first download and stopped after the last. All methods may be called
/// from any isolation.
public protocol DownloadEngine: Sendable {
    /// Makes ready, and takes up again what goes on from an earlier process.
    ///
    /// - Throws: `EngineFailure` when it cannot work at all.
    func start() async throws(EngineFailure)

    /// What it has of earlier processes, each once; empty for an engine that lives in its process.
    ///
    /// - Throws: `EngineFailure` when that cannot be told.
    func outstanding() async throws(EngineFailure) -> [OutstandingDownload]

    /// Downloads one file, going on from an earlier part where the host allows it.
    ///
    /// Cancelling the calling task lets go of the download: an engine in this process pauses it with its part
    /// kept, one that outlives the process goes on. No two downloads may have one destination at the same
    /// time. A file that was finished and not confirmed is not fetched again: its end is told once more,
    /// whatever ended the process in between (POD-14).
    ///
    /// - Parameter progress: called in order, off the caller's isolation; not called while the
    ///   total is unknown.
    /// - Throws: `TransferError`; the part is kept where it can be resumed.
    func download(
        _ request: DownloadRequest, progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws(TransferError) -> DownloadReceipt

    /// Tells that the end of a download is durably noted, so that it need not be told again.
    func confirm(_ request: DownloadRequest) async

    /// Tells that a download is wanted no more: its transfer ends, wherever it goes on.
    ///
    /// Nothing happens to a download that the engine does not have. It is not called while the download is
    /// waited for.
    ///
    /// - Parameter keepingPart: Whether what came stays to be gone on with.
    func withdraw(_ id: DownloadID, at destination: URL, keepingPart: Bool) async

    /// Gives up what belongs to this process, once nothing is waited for; twice is once.
    ///
    /// What goes on outside is let go on, and what has nothing left to do ends.
    func stop() async
}

/// Why an engine cannot work, and what to do about it.
public struct EngineFailure: Error, Sendable, Equatable {
    public let what: String
    /// The file or program it is about.
    public let place: String
    public let advice: String

    public init(_ what: String, at place: String, advice: String) {
        (self.what, self.place, self.advice) = (what, place, advice)
    }
}
