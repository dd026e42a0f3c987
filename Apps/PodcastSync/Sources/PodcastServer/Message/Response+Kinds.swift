extension Response {
    /// A 200 with a text body.
    public static func text(
        _ text: String, contentType: String = "application/rss+xml", etag: String? = nil,
        lastModified: String? = nil
    ) -> Response {
        Response(
            body: Array(text.utf8), contentType: contentType, etag: etag, lastModified: lastModified)
    }

    /// A 200 with a web page, as hosts send instead of a feed or an episode.
    public static func html(_ title: String = "Sign in") -> Response {
        text(
            "<!DOCTYPE html>\n<html><head><title>\(title)</title></head><body></body></html>\n",
            contentType: "text/html; charset=utf-8")
    }

    /// A response of a status and a short plain body.
    public static func status(_ status: Int, headers: [String: String] = [:]) -> Response {
        Response(
            status: status, headers: headers, body: Array("status \(status)\n".utf8),
            contentType: "text/plain")
    }

    /// A redirect.
    public static func redirect(_ status: Int = 302, to location: String) -> Response {
        Response(status: status, headers: ["Location": location], contentType: "text/plain")
    }

    /// A 401 that asks for a password.
    public static func unauthorized(realm: String = "podcasts") -> Response {
        .status(401, headers: ["WWW-Authenticate": "Basic realm=\"\(realm)\""])
    }
}
