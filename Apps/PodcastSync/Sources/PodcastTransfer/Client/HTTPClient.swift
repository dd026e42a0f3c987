import Foundation
import PodcastModel
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One URL session for feeds and media, without cache and cookies.
///
/// All methods may be called from any isolation. Close it when done; what is requested
/// afterwards fails with `TransferError.closed`.
public final class HTTPClient: Sendable {
    /// Which hosts may be requested or redirected to.
    public let policy: HostPolicy
    private let netrc: Netrc
    private let pause: @Sendable (URL) -> Date?
    private let session: URLSession
    private let delegate: SessionDelegate
    private let callbacks: CallbackQueue
    /// When a host of it sends too little, by whatever carries that.
    let pace: Pace
    private let slots: HostSlots
    private let isClosed = Mutex(false)

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - connectionsPerHost: the limit of POD-9.
    ///   - netrc: credentials for hosts that nothing else gives any (POD-15).
    ///   - pause: until when the host of a redirect's target is not to be asked; nil when it may be.
    ///   - idleTimeout: seconds without a byte after which a transfer fails.
    ///   - clock: what measures that a host sends next to nothing, which ends a transfer too.
    public init(
        policy: HostPolicy = HostPolicy(), connectionsPerHost: Int = 2, netrc: Netrc = Netrc(),
        idleTimeout: Double = 60, clock: any Clock<Duration> = ContinuousClock(),
        pause: @escaping @Sendable (URL) -> Date? = { _ in nil }
    ) {
        let configuration = URLSessionConfiguration.ephemeral
        // What is cancelled has its connection a moment longer than its place.
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        configuration.timeoutIntervalForRequest = idleTimeout
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.httpAdditionalHeaders = ["User-Agent": ProgramVersion.userAgent]
        self.policy = policy
        self.netrc = netrc
        self.pause = pause
        pace = Pace(clock: clock)
        slots = HostSlots(limit: connectionsPerHost)
        callbacks = CallbackQueue()
        delegate = SessionDelegate(callbacks: callbacks)
        session = URLSession(
            configuration: configuration, delegate: delegate, delegateQueue: callbacks)
    }

    /// Ends every running transfer as cancelled and gives the session up; again does nothing.
    ///
    /// Never call it from a progress callback, which a starting transfer may be waiting for.
    public func close() {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        guard !wasClosed else { return }
        slots.close()
        delegate.stopAll(.cancelled)
        // Each exchange cancels its task by itself: the session would do it while an end is delivered.
        session.finishTasksAndInvalidate()
    }

    /// Whether the last request of a download, after all redirects, is one with credentials (POD-15).
    func needsCredentials(_ request: DownloadRequest, at last: URL) -> Bool {
        let (url, authorization) = request.url.separatingCredentials(request.authorization)
        return last.user != nil || netrc.authorization(for: last) != nil
            || authorization != nil && last.hasOrigin(of: url)
    }

    /// How a request ended well, wherever it led.
    struct Completion: Sendable {
        let head: ResponseHead
        /// Where the leading permanent redirects led; nil without any (POD-9).
        let permanentURL: URL?
    }

    /// Sends one request, follows it where it is led, and feeds the answer to a sink.
    func perform(
        _ url: URL, headers: [String: String], feedHost: String?, sink: any ResponseSink
    ) async throws(TransferError) -> Completion {
        try policy.check(url, feedHost: feedHost)
        let url = url.withPlainHost ?? url
        var request = URLRequest(url: url)
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        if headers["Authorization"] == nil {
            request.setValue(netrc.authorization(for: url), forHTTPHeaderField: "Authorization")
        }
        if isClosed.withLock({ $0 }) { throw .closed }
        var trail = RedirectTrail()
        while trail.count <= RedirectTrail.longest {
            // Each has its turn at its own host. In the session it would wait for one with its idle time
            // running, and fail because others are busy.
            let target = request.url ?? url
            guard await slots.enter(target.hostAndPort) else { throw .cancelled }
            defer { slots.leave(target.hostAndPort) }
            // Asked here, since the host may have answered others while this waited.
            if trail.count > 0, let until = pause(target) { throw .paused(target.redacted, until: until) }
            switch try await exchange(request, for: url, feedHost: feedHost, sink: sink) {
            case .answered(let head): return Completion(head: head, permanentURL: trail.permanentURL)
            case .redirected(let status, let next):
                trail.follow(status, to: next.url ?? target)
                request = next
            }
        }
        throw .tooManyRedirects(url.redacted)
    }

    /// Sends one request to one host.
    ///
    /// - Parameter url: What was asked for at first, which errors name.
    private func exchange(
        _ request: URLRequest, for url: URL, feedHost: String?, sink: any ResponseSink
    ) async throws(TransferError) -> Exchange.Ending {
        let exchange: Exchange? = isClosed.withLock { isClosed in
            // A session that was given up traps when asked for a task.
            guard !isClosed else { return nil }
            let exchange = Exchange(
                task: session.dataTask(with: request), url: url, sink: sink, policy: policy,
                feedHost: feedHost, netrc: netrc, callbacks: callbacks)
            delegate.add(exchange)
            return exchange
        }
        guard let exchange else { throw .cancelled }
        defer { delegate.remove(exchange) }
        let watch = Task {
            if await pace.isTooSlow({ exchange.bodyBytes }) { exchange.stop(.tooSlow(url.redacted)) }
        }
        defer { watch.cancel() }
        let outcome = await withTaskCancellationHandler {
            await exchange.run()
        } onCancel: {
            exchange.stop(.cancelled)
        }
        return try outcome.get()
    }
}
