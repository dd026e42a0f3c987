/// One way in which a server misbehaves; a ``Response`` may have several.
///
/// Tests put them on a response, `serve --script` reads them from a file: both mean the same.
public enum Fault: Sendable, Equatable {
    // Another answer than the one that is there.

    /// A status with a short plain body, and perhaps how long to leave the host alone.
    case status(Int, RetryAfter? = nil)
    /// A redirect with a status of 301, 302, 307 or 308.
    case redirect(Int, Detour)
    /// A web page, as hosts send instead of a feed or an episode.
    case page
    /// A 200 without a body.
    case empty
    /// A 304, whatever was asked, and with another tag where one is given.
    case notModified(etag: String? = nil)
    /// Another version of the body under another tag; 0 is the one that is there.
    case version(Int)

    // Lies about what is sent.

    /// A header in place of the server's own of that name.
    case header(String, String)
    /// A length that is so many bytes more than the true one, or less.
    case length(off: Int)
    case ranges(RangeLie)
    case gzip(GzipLie)
    /// A status line that is none.
    case statusLine(String)
    /// One more header, so many bytes long.
    case longHeader(bytes: Int)

    // The way it is sent.

    /// A wait before the first byte.
    case latency(Duration)
    /// So many bytes of the body at once, with a wait between them.
    case drip(bytes: Int, every: Duration)
    /// The connection is closed after so many bytes of the body.
    case cut(after: Int)
    /// The connection is reset after so many bytes of the body.
    case reset(after: Int)
    /// The connection is closed before anything is sent.
    case noAnswer
    /// The body is held back, after so many bytes of it, until the gate opens.
    case stall(StallGate, after: Int = 0)
}

extension Fault {
    /// How long a host says that it wants to be left alone.
    public enum RetryAfter: Sendable, Equatable {
        case seconds(Int)
        /// As the date so many seconds from now.
        case date(seconds: Int)
        /// Whatever the host says.
        case text(String)
    }

    /// Where a redirect leads.
    public enum Detour: Sendable, Equatable {
        /// A path of this server, or an address of another.
        case to(String)
        /// So many redirects in a row, then the answer itself.
        case chain(Int)
        /// To itself, for ever.
        case loop
    }

    /// What is wrong with ranges.
    public enum RangeLie: String, Sendable, CaseIterable {
        /// There are none: what asks for a range gets the whole.
        case ignored
        /// `If-Range` is ignored: a range of whatever is there now.
        case unconditional
        /// A range that begins one byte earlier than what was asked for, and says so.
        case shifted
        /// A range of the right bytes with a total that is one byte too long.
        case wrongTotal
        /// A 206 that does not say which range it is.
        case unlabelled
        /// The first half of the range that was asked for.
        case short
        /// The first half of the whole as a range, for whoever asked for none.
        case unasked
        /// A 416 for every range.
        case refused
    }

    /// What is wrong with the encoding of a body.
    public enum GzipLie: String, Sendable, CaseIterable {
        /// A gzip body that is not called one.
        case unlabelled
        /// A plain body that is called gzip.
        case labelOnly
        /// A gzip body that is called one and ends early, with a length to match.
        case truncated
    }
}
