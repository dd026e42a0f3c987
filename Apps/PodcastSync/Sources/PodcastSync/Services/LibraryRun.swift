public import CogGraph
public import CogMechanisms
public import Foundation
import PodcastModel
import PodcastStore
import PodcastTransfer
public import StoicServices

/// One run over one library: refreshes the feeds it is asked for, downloads what is wanted, then removes what
/// is not.
///
/// The library is locked, and its services start in order and stop in reverse, whatever ends
/// the run.
public struct LibraryRun: Sendable {
    private let directory: URL
    private let command: String
    private let allowsPrivateHosts: Bool
    private let environment: Environment

    /// - Parameters:
    ///   - directory: The library's folder, made if it is missing.
    ///   - command: What another process is told that holds the library.
    ///   - allowsPrivateHosts: Whether feeds may point at loopback and private hosts (POD-7).
    public init(
        directory: URL, command: String, allowsPrivateHosts: Bool,
        environment: Environment = .system
    ) {
        self.directory = directory
        self.command = command
        self.allowsPrivateHosts = allowsPrivateHosts
        self.environment = environment
    }

    /// Does what `request` asks and returns what came of it, also when it was stopped half way:
    /// then running transfers are paused with their parts kept (POD-14).
    ///
    /// - Parameters:
    ///   - signals: What ends the run early; a second one hurries it, a third ends the process.
    ///   - assemble: Makes the run's context with its mechanisms; an app passes
    ///     `Cogs.assemble(mechanisms:)`.
    /// - Throws: A `PodcastError` when the library cannot be locked, opened or written, or a
    ///   signal came before the run began; a feed or download that fails is in the summary and
    ///   harms no other.
    @MainActor
    public func run(
        _ request: RunRequest, stoppingOn signals: Set<Signal> = [],
        assemble: @MainActor ([any Mechanism]) -> Cogs
    ) async throws -> RunSummary {
        let keys = LibraryServices()
        let graph = try keys.graph(
            directory: directory, command: command, allowsPrivateHosts: allowsPrivateHosts,
            limits: request.limits, environment: environment)
        do {
            let work = try await graph.run(
                stoppingOn: signals, forcedExitCode: ExitCode.interrupted.rawValue
            ) { services in
                let work = RunWork(
                    request, library: try LibrarySnapshot(services[keys.store], directory: directory),
                    refreshes: services[keys.refreshes], downloads: services[keys.downloads],
                    removals: services[keys.removals], environment: environment, assemble: assemble)
                try await work.waitUntilDone()
                return work
            }
            return try await work.summary()
        } catch ServiceGraphError.startFailed(_, let error as PodcastError, _) {
            throw error
        } catch is RunCancelled {
            throw PodcastError(
                .interrupted, "interrupted before the run began", at: directory.path,
                advice: "run again")
        }
    }
}
