import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Hands each callback of the session to the exchange of its task.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private let exchanges = Mutex<[Int: Exchange]>([:])
    private let callbacks: CallbackQueue

    init(callbacks: CallbackQueue) { self.callbacks = callbacks }

    func add(_ exchange: Exchange) {
        exchanges.withLock { $0[exchange.task.taskIdentifier] = exchange }
    }

    func remove(_ exchange: Exchange) {
        exchanges.withLock { $0[exchange.task.taskIdentifier] = nil }
    }

    func stopAll(_ reason: TransferError) {
        for exchange in exchanges.withLock({ Array($0.values) }) { exchange.stop(reason) }
    }

    private func exchange(of task: URLSessionTask) -> Exchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(of: dataTask)?.received(response)
        callbacks.letGo { completionHandler(.allow) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.received(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        exchange(of: task)?.completed(error)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        exchange(of: task)?.redirected(response, to: request)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // A certificate is the system's to judge; a password nobody has, so the answer stands.
        guard let response = challenge.failureResponse, response is HTTPURLResponse else {
            return callbacks.letGo { completionHandler(.performDefaultHandling, nil) }
        }
        exchange(of: task)?.received(response)
        callbacks.letGo { completionHandler(.rejectProtectionSpace, nil) }
    }
}
