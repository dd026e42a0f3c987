/// A moment at which a process is killed, of those it comes to; a run that comes to fewer is not killed.
public enum KillPoint: Hashable, Sendable, CustomStringConvertible {
    /// Before its nth call that changes the library or prints something; the call does not run.
    case call(Int)
    /// The same, and the machine loses power: what was not synced is lost. One more than its calls is after its
    /// end.
    case powerCut(Int)
    /// Asked to end before its nth such call, and as often again before those that follow; the calls run.
    case asked(Int, times: Int)
    /// When its nth request arrived, before any answer.
    case request(Int)
    /// When the nth piece of a body was sent to it.
    case piece(Int)

    public var description: String {
        switch self {
        case .call(let count): "killed before its call \(count)"
        case .powerCut(let count): "without power from before its call \(count)"
        case .asked(let count, let times): "asked to end before its call \(count), \(times) times"
        case .request(let count): "killed at its request \(count)"
        case .piece(let count): "killed after piece \(count) of what it was sent"
        }
    }
}

extension KillPoint {
    /// Whether the program is asked to end, and ends by itself.
    var isAsked: Bool { if case .asked = self { true } else { false } }

    /// Whether what goes on beside the program is killed with it: with the power all is, else half of it.
    var takesDaemon: Bool {
        switch self {
        case .powerCut: true
        case .asked: false
        case .call(let count), .request(let count), .piece(let count): count.isMultiple(of: 2)
        }
    }
}

/// How often a run comes to what it can be killed at.
public struct KillChances: Hashable, Sendable {
    public var calls = 0
    public var requests = 0
    public var pieces = 0
    /// Which of its calls do another thing than the one before.
    public var turns: [Int] = []
}
