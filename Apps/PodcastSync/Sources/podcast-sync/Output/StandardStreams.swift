import Foundation

/// The three streams that every program has, unless its caller closed some.
enum StandardStreams {
    /// Gives those that are closed something that cannot be read or written, as they could not.
    ///
    /// The next file that is opened would get their number, and what is said there would be written into it.
    /// To be called before anything is opened.
    static func hold() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}
