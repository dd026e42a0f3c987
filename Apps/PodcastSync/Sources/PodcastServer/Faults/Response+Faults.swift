import Foundation

extension Response {
    /// The response as it is once another answer has taken its place where a fault asks for that.
    ///
    /// - Parameter now: What dates are counted from.
    func replaced(for request: Request, now: Date) -> Response {
        faults.reduce(self) { response, fault in
            var response = response
            switch fault {
            case .status(let status, let retryAfter):
                response.replace(by: .status(status))
                response.headers["Retry-After"] = retryAfter?.text(now: now)
            case .redirect(let status, let detour):
                if let target = detour.target(of: request) {
                    response.replace(by: .redirect(status, to: target))
                }
            case .page: response.replace(by: .html())
            case .empty:
                response.body = []
                response.etag = nil
                response.lastModified = nil
            case .notModified(let etag):
                response.status = 304
                response.body = []
                response.etag = etag ?? response.etag
            case .version(let number): response.become(version: number)
            default: break
            }
            return response
        }
    }

    private mutating func replace(by other: Response) {
        let faults = faults
        self = other
        self.faults = faults
    }

    /// Other bytes of the same length, or the same document with a comment after it.
    private mutating func become(version: Int) {
        guard version > 0 else { return }
        etag = etag.map { "\($0.dropLast())-v\(version)\"" }
        if body.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
            body += Array("<!-- version \(version) -->\n".utf8)
        } else {
            // What it begins with tells what it is.
            for index in body.indices.dropFirst(16) { body[index] ^= UInt8(truncatingIfNeeded: version) }
        }
    }
}

extension Fault.RetryAfter {
    fileprivate func text(now: Date) -> String {
        switch self {
        case .seconds(let seconds): return "\(seconds)"
        case .text(let text): return text
        case .date(let seconds): return HTTPDate.text(now.addingTimeInterval(TimeInterval(seconds)))
        }
    }
}

extension Fault.Detour {
    /// The query of a request that is on its way through a chain of redirects.
    static let hop = "hop="

    /// Where a request is sent; nil at the end of a chain.
    fileprivate func target(of request: Request) -> String? {
        switch self {
        case .to(let address): return address
        case .loop: return request.path
        case .chain(let count):
            let done = request.hop ?? 0
            return done < count ? "\(request.path)?\(Self.hop)\(done + 1)" : nil
        }
    }
}

extension Request {
    /// How many redirects of a chain led here; nil for a request that no chain led here.
    var hop: Int? {
        guard let query, query.hasPrefix(Fault.Detour.hop) else { return nil }
        return Int(query.dropFirst(Fault.Detour.hop.count))
    }
}
