import Foundation
import PodcastSync

extension Terminal {
    /// Standard error: answers on standard output stay whole.
    static var standardError: Terminal {
        Terminal(isInteractive: isatty(2) == 1 && erasesLines, width: { width(of: 2) }) {
            _ = Output.put($0, 2)
        }
    }

    /// Whether the terminal says that it can do more than print: an editor's shell calls itself dumb, and
    /// what is no terminal at all has no name.
    private static var erasesLines: Bool {
        let name = ProcessInfo.processInfo.environment["TERM"] ?? ""
        return !name.isEmpty && name != "dumb"
    }

    private static func width(of descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
