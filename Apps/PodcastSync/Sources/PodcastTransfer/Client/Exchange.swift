import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request and its answer, from the start of its task to its one result.
///
/// The result never waits for the URL loading system: a cancelled or refused exchange ends
/// on its own queue, and callbacks that come later find nothing to do.
final class Exchange: Sendable {
    typealias Outcome = Result<Completion, TransferError>

    /// How an exchange ended well.
    struct Completion: Sendable {
        let head: ResponseHead
        /// Where the leading permanent redirects led; nil without any (POD-9).
        let permanentURL: URL?
    }

    private struct State {
        var continuation: CheckedContinuation<Outcome, Never>?
        var isStarted = false
        var ending: TransferError?
        var isOver = false
        /// The task told its end, and must not be cancelled any more.
        var isCompleted = false
        var head: ResponseHead?
        var received: Int64 = 0
        var redirects = 0
        var permanentURL: URL?
        var isPermanent = true
    }

    private static let redirectLimit = 20

    let task: URLSessionDataTask
    private let url: URL
    private let sink: any ResponseSink
    private let policy: HostPolicy
    private let feedHost: String?
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "podcast transfer")

    init(
        task: URLSessionDataTask, url: URL, sink: any ResponseSink, policy: HostPolicy,
        feedHost: String?
    ) {
        self.task = task
        self.url = url
        self.sink = sink
        self.policy = policy
        self.feedHost = feedHost
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
                finish(.failure(ending))
            } else {
                task.resume()
            }
        }
    }

    /// Ends the exchange early; the first reason counts.
    func stop(_ reason: TransferError) {
        let isStarted = state.withLock { state in
            if state.ending == nil { state.ending = reason }
            return state.isStarted
        }
        if isStarted { queue.async { self.finish(.failure(reason)) } }
    }

    func received(_ response: URLResponse) {
        queue.async { [self] in
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
    }

    // Suspending the task for back-pressure would begin the request anew on Linux: the bytes
    // already written would come a second time. The sink's queue holds what the disk is late with.
    func received(_ data: Data) {
        state.withLock { $0.received += Int64(data.count) }
        queue.async { [self] in
            guard isLive else { return }
            do throws(TransferError) { try sink.append(data) } catch { finish(.failure(error)) }
        }
    }

    func completed(_ error: (any Error)?) {
        state.withLock { $0.isCompleted = true }
        queue.async { [self] in
            if let error {
                finish(.failure(failure(of: error)))
            } else {
                finish(success())
            }
        }
    }

    /// Follows a redirect, or ends the exchange.
    ///
    /// On Linux a task that is cancelled while it waits for `proceed` traps once that is called. So it is
    /// called under the lock and before any end, or never: the cancelled task ends by itself.
    func redirected(
        _ response: HTTPURLResponse, to request: URLRequest, proceed: (URLRequest?) -> Void
    ) {
        guard let target = request.url else {
            return stop(.badAnswer(url.redacted, reason: "it redirects nowhere"))
        }
        do throws(TransferError) {
            try policy.check(target, feedHost: feedHost)
        } catch {
            return stop(error)
        }
        let request = response.url.map { request.redirected(from: $0) } ?? request
        let isAllowed = state.withLock { state in
            state.redirects += 1
            guard state.redirects <= Self.redirectLimit else { return false }
            state.isPermanent = state.isPermanent && [301, 308].contains(response.statusCode)
            if state.isPermanent { state.permanentURL = target }
            if state.ending == nil, !state.isOver { proceed(request) }
            return true
        }
        if !isAllowed { stop(.tooManyRedirects(target.redacted)) }
    }

    private var isLive: Bool { state.withLock { !$0.isOver && $0.ending == nil } }

    private func success() -> Outcome {
        let (head, permanentURL) = state.withLock { ($0.head, $0.permanentURL) }
        guard let head else {
            return .failure(.badAnswer(url.redacted, reason: "it has no head"))
        }
        return .success(Completion(head: head, permanentURL: permanentURL))
    }

    private func finish(_ outcome: Outcome) {
        let (continuation, ending) = state.withLock { state in
            defer {
                state.isOver = true
                state.continuation = nil
            }
            // On Linux a task that is cancelled while its end is delivered may trap: under the lock, so that
            // the cancelling is done before the end was told, or never.
            if !state.isOver, !state.isCompleted { task.cancel() }
            return (state.continuation, state.ending)
        }
        continuation?.resume(returning: ending.map { .failure($0) } ?? outcome)
    }

    private func failure(of error: any Error) -> TransferError {
        let (head, received) = state.withLock { ($0.head, $0.received) }
        let reason = error.localizedDescription
        let code = (error as? URLError)?.code ?? .unknown
        if code == .timedOut { return .timeout(url.redacted) }
        if let head {
            return .truncated(head.url.redacted, received: received, expected: head.bodyLength)
        }
        switch code {
        case .cancelled: return .cancelled
        case .httpTooManyRedirects: return .tooManyRedirects(url.redacted)
        default: return .unreachable(host: url.hostAndPort, reason: reason)
        }
    }
}
