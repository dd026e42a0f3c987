import Foundation

/// This program again, in a process of its own: what traps there ends only that.
enum Child {
    /// Whether a run with these arguments ends in another way than well.
    ///
    /// - Parameter isHeard: Whether what it writes is shown.
    static func fails(_ arguments: [String], isHeard: Bool = false) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = arguments
        if !isHeard {
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
        }
        do { try process.run() } catch {
            print("podcast-fuzz: cannot start itself again; run it by its path")
            exit(2)
        }
        process.waitUntilExit()
        return process.terminationStatus != 0 || process.terminationReason == .uncaughtSignal
    }
}
