public import Foundation

extension FileNames {
    /// The extension of a file of which nothing tells yet what it is.
    public static let untoldExtension = "media"

    /// The extension a file gets: from the URL's path when it is a media one, else from the first of `types`
    /// that tells one, else ``untoldExtension``.
    ///
    /// - Parameter types: MIME types, as a feed or a response has them.
    public static func fileExtension(url: URL, types: [String?]) -> String {
        let own = url.pathExtension.lowercased()
        if MediaTypes.isMedia(fileExtension: own) { return own }
        for type in types {
            if let told = type.flatMap(MediaTypes.fileExtension(type:)) { return told }
        }
        return untoldExtension
    }

    /// A file's name without the extension of one of which nothing tells what it is; nil for every other.
    public static func untoldStem(_ name: String) -> String? {
        name.hasSuffix("." + untoldExtension) ? String(name.dropLast(untoldExtension.count + 1)) : nil
    }
}

/// What counts as audio or video (POD-6).
public enum MediaTypes {
    /// Whether a file extension, in lower case and without its dot, is one of audio or video.
    public static func isMedia(fileExtension: String) -> Bool { extensions.contains(fileExtension) }

    /// Whether a MIME type, in lower case, is one of audio or video.
    public static func isMedia(type: String) -> Bool {
        type.hasPrefix("audio/") || type.hasPrefix("video/") || type == "application/ogg"
    }

    /// What follows a type, as in `audio/ogg; codecs=opus`, is passed over.
    static func fileExtension(type: String) -> String? {
        let name = type.prefix { $0 != ";" }
        return byType[name.trimmingCharacters(in: .whitespaces).lowercased()]
    }

    private static let extensions: Set<String> = [
        "mp3", "m4a", "m4b", "m4v", "mp4", "aac", "ogg", "oga", "ogv", "opus", "flac", "wav", "webm",
        "mov", "mkv", "aif", "aiff", "wma", "avi", "mpg", "mpeg", "3gp",
    ]

    private static let byType: [String: String] = [
        "audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/mpeg3": "mp3", "audio/mpg": "mp3",
        "audio/x-mp3": "mp3", "audio/x-mpeg": "mp3", "audio/x-mpeg-3": "mp3",
        "audio/mp4": "m4a", "audio/m4a": "m4a", "audio/x-m4a": "m4a", "audio/mp4a-latm": "m4a",
        "audio/m4b": "m4b", "audio/x-m4b": "m4b",
        "audio/aac": "aac", "audio/aacp": "aac", "audio/x-aac": "aac",
        "audio/ogg": "ogg", "audio/vorbis": "ogg", "application/ogg": "ogg", "audio/opus": "opus",
        "audio/flac": "flac", "audio/x-flac": "flac",
        "audio/wav": "wav", "audio/wave": "wav", "audio/x-wav": "wav", "audio/vnd.wave": "wav",
        "audio/aiff": "aiff", "audio/x-aiff": "aiff", "audio/x-ms-wma": "wma", "audio/webm": "webm",
        "audio/3gpp": "3gp", "video/3gpp": "3gp",
        "video/mp4": "mp4", "video/x-m4v": "m4v", "video/quicktime": "mov", "video/webm": "webm",
        "video/mpeg": "mpeg", "video/ogg": "ogv", "video/x-matroska": "mkv", "video/x-msvideo": "avi",
    ]
}
