public import Foundation

extension FileNames {
    /// The extension a file gets: from the URL's path when it is a media one, else from the type.
    public static func fileExtension(url: URL, type: String?) -> String {
        let own = url.pathExtension.lowercased()
        if MediaTypes.isMedia(fileExtension: own) { return own }
        return type.flatMap(MediaTypes.fileExtension(type:)) ?? "media"
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

    static func fileExtension(type: String) -> String? { byType[type] }

    private static let extensions: Set<String> = [
        "mp3", "m4a", "m4b", "m4v", "mp4", "aac", "ogg", "oga", "ogv", "opus", "flac", "wav", "webm",
        "mov", "mkv", "aif", "aiff", "wma", "avi", "mpg", "mpeg", "3gp",
    ]

    private static let byType: [String: String] = [
        "audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/mp4": "m4a", "audio/x-m4a": "m4a",
        "audio/m4a": "m4a", "audio/aac": "aac", "audio/ogg": "ogg", "application/ogg": "ogg",
        "audio/opus": "opus", "audio/flac": "flac", "audio/x-flac": "flac", "audio/wav": "wav",
        "audio/x-wav": "wav", "audio/webm": "webm", "video/mp4": "mp4", "video/x-m4v": "m4v",
        "video/quicktime": "mov", "video/webm": "webm", "video/mpeg": "mpeg",
    ]
}
