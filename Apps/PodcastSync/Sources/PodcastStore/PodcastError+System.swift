import Foundation
import PodcastModel

extension PodcastError {
    /// A store failure in the words of the system, with what can be done about it.
    static func system(_ what: String, _ code: Int32, at path: String) -> PodcastError {
        PodcastError(.store, "\(what): \(String(cString: strerror(code)))", at: path, advice: advice(code))
    }

    private static func advice(_ code: Int32) -> String? {
        switch code {
        case EACCES, EPERM: "choose a folder that you may write, or change its owner"
        case EROFS: "choose a folder on a file system that can be written"
        case ENOSPC, EDQUOT, EFBIG: "free some space and run again"
        case EISDIR: "a folder is in its place; move that away"
        case ENOTDIR: "it or something above it is a file; choose a folder"
        case ENAMETOOLONG, ELOOP, ENOENT: "choose another folder"
        case EMFILE, ENFILE: "too many files are open; close some programs or raise the limit"
        case EIO: "check the disk"
        default: nil
        }
    }
}
