import Foundation
import PodcastModel
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request to one host and its answer, from the start of its task to its one result.
///
/// Everything but its start and the reason to stop happens on the session's queue of callbacks, in
/// order: the sink's writes too, since what waits for them has to be counted somewhere. The result
/// never waits for the loading system: callbacks that come after it find nothing to do.
final class Exchange: Sendable {
    typealias Outcome = Result<Ending, TransferError>

    /// How an exchange ended well.
    enum Ending: Sendable {
        case answered(ResponseHead)
        /// It leads elsewhere, by this status, and this is what to ask there.
        case redirected(status: Int, URLRequest)
    }

    private struct State {
        var continuation: CheckedContinuation<Outcome, Never>?
        var isStarted = false
        var ending: TransferError?
        var isOver = false
        var head: ResponseHead?
        var received: Int64 = 0
    }

    let task: URLSessionDataTask
    private let url: URL
    private let sink: any ResponseSink
    private let policy: HostPolicy
    private let feedHost: String?
    private let netrc: Netrc
    private let callbacks: CallbackQueue
    private let state = Mutex(State())

    init(
        task: URLSessionDataTask, url: URL, sink: any ResponseSink, policy: HostPolicy, feedHost: String?,
        netrc: Netrc, callbacks: CallbackQueue
    ) {
        self.task = task
        self.url = url
        self.sink = sink
        self.policy = policy
        self.feedHost = feedHost
        self.netrc = netrc
        self.callbacks = callbacks
    }

    /// Runs the task to its result; a stop that came before ends it at once.
    func run() async -> Outcome {
        await withCheckedContinuation { continuation in
            let ending = state.withLock { state in
                state.continuation = continuation
                state.isStarted = true
                return state.ending
            }
            if let ending {
                callbacks.add { self.finish(.failure(ending)) }
            } else {
                task.resume()
            }
        }
    }

    /// Ends the exchange early, from anywhere; the first reason counts.
    func stop(_ reason: TransferError) {
        let isStarted = state.withLock { state in
            if state.ending == nil { state.ending = reason }
            return state.isStarted
        }
        if isStarted { callbacks.add { self.finish(.failure(reason)) } }
    }

    /// How much of the body has come; nil before its head.
    var bodyBytes: Int64? { state.withLock { $0.head == nil ? nil : $0.received } }

    // What follows is called on the queue of callbacks.

    func received(_ response: URLResponse) {
        guard isLive else { return }
        guard let head = ResponseHead(response) else {
            return finish(.failure(.badAnswer(url.redacted, reason: "it is not HTTP")))
        }
        let isFirst = state.withLock { state in
            defer { state.head = head }
            return state.head == nil
        }
        guard isFirst else {
            return finish(.failure(.badAnswer(url.redacted, reason: "it began a second time")))
        }
        do throws(TransferError) {
            if try !sink.begin(head) { finish(success()) }
        } catch {
            finish(.failure(error))
        }
    }

    func received(_ data: Data) {
        guard isLive else { return }
        state.withLock { $0.received += Int64(data.count) }
        do throws(TransferError) { try sink.append(data) } catch { finish(.failure(error)) }
    }

    func completed(_ error: (any Error)?) {
        // What told its end needs no cancelling, and on Linux may trap when it is cancelled meanwhile.
        finish(error.map { .failure(failure(of: $0)) } ?? success(), cancelling: false)
    }

    /// Ends the exchange with what a redirect leads to; asking there is another one's, in its turn.
    ///
    /// The task is not answered: on Linux one that was cancelled, or whose idle time is over, traps then.
    func redirected(_ response: HTTPURLResponse, to request: URLRequest) {
        guard isLive else { return }
        guard let target = request.url else {
            return finish(.failure(.badAnswer(url.redacted, reason: "it redirects nowhere")))
        }
        do throws(TransferError) {
            try policy.check(target, feedHost: feedHost)
        } catch {
            return finish(.failure(error))
        }
        var plain = request
        plain.url = target.withPlainHost ?? target
        let next = response.url.map { plain.redirected(from: $0, netrc) } ?? plain
        finish(.success(.redirected(status: response.statusCode, next)))
    }

    private var isLive: Bool { state.withLock { !$0.isOver && $0.ending == nil } }

    private func success() -> Outcome {
        guard let head = state.withLock({ $0.head }) else {
            return .failure(.badAnswer(url.redacted, reason: "it has no head"))
        }
        return .success(.answered(head))
    }

    private func finish(_ outcome: Outcome, cancelling: Bool = true) {
        let (continuation, ending, wasOver) = state.withLock { state in
            defer {
                state.isOver = true
                state.continuation = nil
            }
            return (state.continuation, state.ending, state.isOver)
        }
        guard !wasOver else { return }
        if cancelling { callbacks.letGo { task.cancel() } }
        continuation?.resume(returning: ending.map { .failure($0) } ?? outcome)
    }

    private func failure(of error: any Error) -> TransferError {
        let (head, received) = state.withLock { ($0.head, $0.received) }
        let reason = error.localizedDescription
        let code = (error as? URLError)?.code ?? .unknown
        if code == .timedOut { return .timeout(url.redacted) }
        if let head {
            // Of what broke off and of what is not encoded as it says the system tells by words alone.
            if head.isEncoded, reason.contains("encoding") {
                return .badAnswer(head.url.redacted, reason: "it is not encoded as it says: \(reason)")
            }
            return .truncated(head.url.redacted, received: received, expected: head.bodyLength)
        }
        switch code {
        case .cancelled: return .cancelled
        case .httpTooManyRedirects: return .tooManyRedirects(url.redacted)
        // What asks for it on Linux takes such an address for a broken one; see Docs/Decisions/hosts.md.
        case .badURL where task.currentRequest?.url?.host?.contains(":") ?? false:
            return .unreachable(
                host: task.currentRequest?.url?.namedHost ?? url.namedHost,
                reason: "an address of IPv6 in numbers cannot be asked on this system; use a name of it")
        case .badServerResponse, .unsupportedURL: return .badAnswer(url.redacted, reason: reason)
        case .unknown where reason == "Out of memory":
            return .badAnswer(url.redacted, reason: "its head is too long")
        default: return .unreachable(host: url.namedHost, reason: reason)
        }
    }
}
