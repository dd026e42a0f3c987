import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Makes files of what a background session brought, after judging it as every engine does (POD-10).
struct BackgroundClaim: Sendable {
    let library: URL
    let policy: HostPolicy

    func destination(of tag: BackgroundTag) -> URL { tag.destination(in: library) }

    /// Takes a file before the system removes it.
    ///
    /// Its record is there before the file is: whatever ends the process in between, it is told again and not
    /// fetched again (POD-14).
    func file(
        _ tag: BackgroundTag, _ location: URL, _ response: URLResponse?
    ) throws(TransferError) -> DownloadReceipt {
        guard let response, let head = ResponseHead(response) else {
            throw .badAnswer(tag.path, reason: "it has no head")
        }
        // Nobody was asked whether it may be redirected there.
        try policy.check(head.url, feedHost: tag.feedHost)
        let place = head.url.redacted
        guard head.status == 200 || head.status == 206 else { throw head.failure }
        try BodyJudge.check(head)
        try BodyJudge.checkEncoding(head)
        let opening = try Self.opening(of: location)
        try BodyJudge.check(opening, place)
        try BodyJudge.checkText(opening, head.mediaType, place)
        let range = head.headers["content-range"].flatMap { ContentRange($0) }
        var validator = PartValidator(head)
        if head.status == 206 { validator.total = range?.total }
        let destination = destination(of: tag)
        try PartFile.replace(by: location, of: destination, validator)
        let file = try PartFile(destination: destination)
        defer { file.close() }
        let length = try file.checkWhole(total: validator.total, place)
        try file.finish()
        return DownloadReceipt(
            bytes: length, contentType: head.headers["content-type"], finalURL: head.url, resumedFrom: 0)
    }

    /// What an error of the session's means for the download.
    func outcome(of error: any Error, _ tag: BackgroundTag) -> BackgroundDownloadEngine.Outcome {
        guard let error = error as? URLError else {
            return .failed(.badAnswer(tag.path, reason: error.localizedDescription))
        }
        let place = error.failingURL?.redacted ?? tag.path
        return switch error.code {
        case .cancelled: .ended
        case .timedOut: .failed(.timeout(place))
        case .httpTooManyRedirects: .failed(.tooManyRedirects(place))
        case .cannotCreateFile, .cannotWriteToFile, .cannotMoveFile, .cannotOpenFile:
            .failed(.system("write", destination(of: tag).path, code: error.systemCode))
        default:
            .failed(
                .unreachable(
                    host: error.failingURL?.host ?? tag.path, reason: error.localizedDescription))
        }
    }

    private static func opening(of file: URL) throws(TransferError) -> [UInt8] {
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            return Array(try handle.read(upToCount: HTMLSniffer.length) ?? Data())
        } catch {
            throw .system("read", file.path, code: error.systemCode)
        }
    }
}

extension PartFile {
    /// Makes another file the part of a destination, with its record before it.
    static func replace(
        by location: URL, of destination: URL, _ validator: PartValidator
    ) throws(TransferError) {
        let part = try PartFile(destination: destination)
        defer { part.close() }
        try part.restart(validator)
        if rename(location.path, part.part.path) == 0 { return }
        guard errno == EXDEV else { throw .system("rename", part.part.path) }
        // From another file system, in place: the part is locked.
        do {
            let file = try FileHandle(forReadingFrom: location)
            defer { try? file.close() }
            var offset: Int64 = 0
            while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
                try part.write(piece, at: offset)
                offset += Int64(piece.count)
            }
        } catch let error as TransferError {
            throw error
        } catch {
            throw .system("read", location.path, code: error.systemCode)
        }
    }
}
