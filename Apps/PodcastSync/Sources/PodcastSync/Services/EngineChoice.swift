import Foundation
public import PodcastTransfer

/// Which engine downloads.
public struct EngineChoice: Sendable {
    /// What an engine works for.
    struct Setting: Sendable {
        let client: HTTPClient
        /// The library's folder, which this process has locked.
        let library: URL
        let limits: TransferLimits
        let environment: Environment

        var aria2: Aria2Folder { Aria2Folder(library: library) }
    }

    /// Makes the engine of one run.
    let make: @Sendable (Setting) async throws(EngineFailure) -> any DownloadEngine

    init(_ make: @escaping @Sendable (Setting) async throws(EngineFailure) -> any DownloadEngine) {
        self.make = make
    }

    /// Downloads inside this process, and ends with it; it goes on from the parts of every other.
    public static let urlSession = EngineChoice { (setting) async throws(EngineFailure) in
        // Two must not write to one part.
        try await Aria2DownloadEngine.end(in: setting.aria2, clock: setting.environment.clock)
        return DataTaskDownloadEngine(client: setting.client)
    }

    /// Downloads by an aria2 beside this process, which goes on when that ends.
    ///
    /// - Parameter program: The path of aria2c.
    public static func aria2(_ program: String) -> EngineChoice { aria2(starting: program) }

    /// Downloads by sessions that the system goes on with when the app is suspended or dies.
    ///
    /// - Parameters:
    ///   - automatic: For what a policy wants; its work is discretionary.
    ///   - asked: For what the user asked for.
    public static func background(
        automatic: any BackgroundSession, asked: any BackgroundSession
    ) -> EngineChoice {
        EngineChoice { (setting) async throws(EngineFailure) in
            try await Aria2DownloadEngine.end(in: setting.aria2, clock: setting.environment.clock)
            return BackgroundDownloadEngine(
                client: setting.client, library: setting.library, automatic: automatic, asked: asked)
        }
    }

    /// What a run has that downloads nothing: whatever goes on, to give up of that what nobody wants.
    static let attached = aria2(starting: nil)

    private static func aria2(starting program: String?) -> EngineChoice {
        EngineChoice { (setting) async throws(EngineFailure) in
            Aria2DownloadEngine(
                client: setting.client, folder: setting.aria2, program: program, jobs: setting.limits.jobs,
                clock: setting.environment.clock)
        }
    }
}
