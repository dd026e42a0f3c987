public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Transfers that the system goes on with while the app is suspended or dead: what the engine needs of a
/// background `URLSession`.
///
/// The shell over the system's session holds no decision: everything it hears goes to its observer.
public protocol BackgroundSession: Sendable {
    /// Has `observer` told of everything from now on, what happened without the app first; it replaces an
    /// earlier one, and is kept for as long as the session lives.
    func observe(by observer: any BackgroundSessionObserver)

    /// The transfers that the system has and that are not over; one with an unreadable tag is cancelled.
    func transfers() async -> [BackgroundTag]

    /// Begins a transfer, which goes on whatever becomes of the app.
    ///
    /// - Parameter resumeData: What an earlier cancellation left; nil begins at the first byte.
    func begin(_ request: URLRequest, as tag: BackgroundTag, resumingFrom resumeData: Data?) async

    /// Ends a transfer, whose observer hears nothing more of it.
    ///
    /// - Returns: What it can be gone on with; nil where that is nothing, or nothing is transferred.
    func cancel(_ id: DownloadID) async -> Data?
}

/// Hears of everything that happens to the transfers of a session, on any queue and in order.
public protocol BackgroundSessionObserver: Sendable {
    /// - Parameter total: How long the whole file is; nil where nobody said.
    func progressed(_ tag: BackgroundTag, received: Int64, total: Int64?)

    /// A body came, whatever the answer was. The file at `location` is gone once this returns.
    func came(_ tag: BackgroundTag, at location: URL, _ response: URLResponse?)

    /// A transfer ended without an answer.
    ///
    /// - Parameter resumeData: What it can be gone on with.
    func failed(_ tag: BackgroundTag, _ error: any Error, resumeData: Data?)
}
