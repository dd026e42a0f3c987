// What the AppKit bridge uses of AppKit, in the spelling of its SDK, for type-checking alone.

@MainActor
open class NSApplication {
    public enum TerminateReply: UInt, Sendable {
        case terminateCancel = 0
        case terminateNow = 1
        case terminateLater = 2
    }

    open func reply(toApplicationShouldTerminate shouldTerminate: Bool) {}
}
