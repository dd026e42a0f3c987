#if canImport(Darwin)
    import Darwin
    public import Foundation
    public import PodcastTransfer
    import Synchronization

    /// The system's background session, as the engine needs it.
    ///
    /// One of a name lives as long as the process: the system allows no second, and what happens to its
    /// transfers must be heard at any time. Its file is moved before a callback returns, which is why its
    /// observer is told there and then.
    public final class BackgroundURLSession: NSObject, BackgroundSession {
        private static let all = Mutex<[String: BackgroundURLSession]>([:])

        private struct State {
            var session: URLSession?
            var observer: (any BackgroundSessionObserver)?
            var cancelled: Set<DownloadID> = []
            var whenEventsEnd: (@Sendable () -> Void)?
        }

        private let identifier: String
        private let isDiscretionary: Bool
        private let state = Mutex(State())

        /// The session of a name, the same for everyone who asks in this process.
        ///
        /// - Parameters:
        ///   - identifier: The app's own, and the same at every start: the system finds its transfers by it.
        ///   - isDiscretionary: Whether the system chooses when to transfer.
        public static func named(_ identifier: String, isDiscretionary: Bool) -> BackgroundURLSession {
            all.withLock { all in
                let session =
                    all[identifier]
                    ?? BackgroundURLSession(identifier: identifier, isDiscretionary: isDiscretionary)
                all[identifier] = session
                return session
            }
        }

        /// Hands on what the system starts the app for, from `application(_:handleEventsForBackgroundURLSession:)`.
        ///
        /// - Parameter completion: Called on the main queue once everything that happened was told.
        public static func handleEvents(
            of identifier: String, completion: @escaping @Sendable @MainActor () -> Void
        ) {
            let session = all.withLock { $0[identifier] }
            session?.state.withLock { state in
                state.whenEventsEnd = { Task { @MainActor in completion() } }
            }
        }

        private init(identifier: String, isDiscretionary: Bool) {
            (self.identifier, self.isDiscretionary) = (identifier, isDiscretionary)
        }

        public func observe(by observer: any BackgroundSessionObserver) {
            state.withLock { $0.observer = observer }
            // What happened without the app is told as soon as there is a session, and not before.
            _ = session
        }

        public func transfers() async -> [BackgroundTag] {
            await tasks().compactMap { task in
                guard task.state == .running || task.state == .suspended else { return nil }
                guard let tag = BackgroundTag(taskDescription: task.taskDescription) else {
                    task.cancel()
                    return nil
                }
                return tag
            }
        }

        public func begin(
            _ request: URLRequest, as tag: BackgroundTag, resumingFrom resumeData: Data?
        ) async {
            let session = session
            state.withLock { _ = $0.cancelled.remove(tag.id) }
            let task =
                resumeData.map { session.downloadTask(withResumeData: $0) }
                ?? session.downloadTask(with: request)
            task.taskDescription = tag.taskDescription
            task.resume()
        }

        public func cancel(_ id: DownloadID) async -> Data? {
            for task in await tasks() {
                guard BackgroundTag(taskDescription: task.taskDescription)?.id == id,
                    let task = task as? URLSessionDownloadTask
                else { continue }
                state.withLock { _ = $0.cancelled.insert(id) }
                return await withCheckedContinuation { continuation in
                    task.cancel(byProducingResumeData: { continuation.resume(returning: $0) })
                }
            }
            return nil
        }

        private func tasks() async -> [URLSessionTask] {
            let session = session
            return await withCheckedContinuation { continuation in
                session.getAllTasks { continuation.resume(returning: $0) }
            }
        }

        private var session: URLSession {
            state.withLock { state in
                if let session = state.session { return session }
                let configuration = URLSessionConfiguration.background(withIdentifier: identifier)
                configuration.isDiscretionary = isDiscretionary
                configuration.sessionSendsLaunchEvents = true
                configuration.httpCookieStorage = nil
                configuration.httpShouldSetCookies = false
                configuration.urlCredentialStorage = nil
                configuration.urlCache = nil
                let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
                state.session = session
                return session
            }
        }

        /// Who is to be told of a task, and what it is known by; nil of one that was cancelled here.
        private func listener(
            of task: URLSessionTask
        ) -> (observer: any BackgroundSessionObserver, tag: BackgroundTag)? {
            guard let tag = BackgroundTag(taskDescription: task.taskDescription) else { return nil }
            return state.withLock { state in
                guard !state.cancelled.contains(tag.id), let observer = state.observer else { return nil }
                return (observer, tag)
            }
        }
    }

    extension BackgroundURLSession: URLSessionDownloadDelegate {
        public func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
        ) {
            guard let (observer, tag) = listener(of: downloadTask) else { return }
            observer.came(tag, at: location, downloadTask.response)
        }

        public func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
            totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
        ) {
            guard let (observer, tag) = listener(of: downloadTask) else { return }
            // A length that nobody knows is -1.
            let total = totalBytesExpectedToWrite > 0 ? totalBytesExpectedToWrite : nil
            observer.progressed(tag, received: totalBytesWritten, total: total)
        }

        public func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            // Without an error its file came before.
            guard let error, let (observer, tag) = listener(of: task) else { return }
            observer.failed(tag, error, resumeData: (error as? URLError)?.downloadTaskResumeData)
        }

        public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            let whenEventsEnd = state.withLock { state in
                defer { state.whenEventsEnd = nil }
                return state.whenEventsEnd
            }
            whenEventsEnd?()
        }
    }
#endif
