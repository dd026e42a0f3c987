public import Foundation

/// Downloads inside the process, by data tasks that stream into `<name>.part` (POD-10).
///
/// A part without a validator that promises equal bytes is fetched again from its start.
public struct DataTaskDownloadEngine: DownloadEngine {
    private let client: HTTPClient

    /// Makes an engine over a client, which stays the caller's to close.
    public init(client: HTTPClient) {
        self.client = client
    }

    /// Does nothing: it begins with its first download.
    public func start() {}

    /// Nothing: what it was at when its process ended is a part, and goes on when it is wanted.
    public func outstanding() -> [OutstandingDownload] { [] }

    /// See ``DownloadEngine/download(_:progress:)``; the part is `<name>.part` beside the destination.
    public func download(
        _ request: DownloadRequest, progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws(TransferError) -> DownloadReceipt {
        let (url, _) = request.url.separatingCredentials(nil)
        try client.policy.check(url, feedHost: request.feedHost)
        if let receipt = DownloadReceipt(unconfirmed: request) { return receipt }
        let file = try PartFile(destination: request.destination)
        defer { file.close() }
        do throws(TransferError) {
            let offset = try file.length()
            if offset > 0, let validator = file.validator(), validator.condition != nil,
                let receipt = try await attempt(
                    request, file: file, resume: (offset, validator), progress: progress)
            {
                return receipt
            }
            guard
                let receipt = try await attempt(request, file: file, resume: nil, progress: progress)
            else {
                throw .badAnswer(url.redacted, reason: "a range came that nobody asked for")
            }
            return receipt
        } catch {
            // An empty part holds nothing to resume.
            if (try? file.length()) == 0 { file.discard() }
            throw error
        }
    }

    /// See ``DownloadEngine/confirm(_:)``.
    public func confirm(_ request: DownloadRequest) {
        PartFiles.remove(of: request.destination)
    }

    /// See ``DownloadEngine/withdraw(_:at:keepingPart:)``; nothing goes on that nobody waits for.
    public func withdraw(_ id: DownloadID, at destination: URL, keepingPart: Bool) {
        if !keepingPart { PartFiles.remove(of: destination) }
    }

    /// Does nothing: it ends with its last download.
    public func stop() {}

    /// Sends one request; nil when the transfer has to start again from zero.
    private func attempt(
        _ request: DownloadRequest, file: PartFile,
        resume: (offset: Int64, validator: PartValidator)?,
        progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws(TransferError) -> DownloadReceipt? {
        let (url, authorization) = request.url.separatingCredentials(request.authorization)
        // An encoding would part the offsets of the file from those of the host.
        var headers = ["Accept-Encoding": "identity"]
        headers["Authorization"] = authorization
        if let resume {
            headers["Range"] = "bytes=\(resume.offset)-"
            headers["If-Range"] = resume.validator.condition
        }
        let sink = DownloadSink(file: file, resume: resume, progress: progress)
        let completion: HTTPClient.Completion
        do throws(TransferError) {
            completion = try await client.perform(
                url, headers: headers, feedHost: request.feedHost, sink: sink)
        } catch {
            guard case .truncated(let place, let received, let expected) = error else { throw error }
            // It is told of the file, and not of the answer that was to be its rest.
            throw .truncated(
                place, received: sink.start + received, expected: expected.map { sink.start + $0 })
        }
        if sink.verdict == .mustRestart { return nil }

        let head = completion.head
        do throws(TransferError) {
            try BodyJudge.checkText(sink.opening, head.mediaType, head.url.redacted)
        } catch {
            file.discard()
            throw error
        }
        let length = try file.checkWhole(total: sink.total, head.url.redacted)
        try file.finish()
        // An answer without the body says nothing of its type, but the one with the first of it did.
        let told = sink.verdict == .alreadyWhole ? nil : head.headers["content-type"]
        let type = told ?? resume?.validator.type
        return DownloadReceipt(
            bytes: length, contentType: type, finalURL: head.url, resumedFrom: sink.start)
    }
}
