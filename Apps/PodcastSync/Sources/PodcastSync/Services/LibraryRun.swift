public import CogGraph
public import CogMechanisms
public import Foundation
public import PodcastModel
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
    private let options: RunOptions
    let environment: Environment

    /// - Parameter directory: The library's folder, made if it is missing.
    public init(directory: URL, options: RunOptions, environment: Environment = .system) {
        self.directory = directory
        self.options = options
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
    ///   signal or the deadline came before the run began; a feed or download that fails is in the summary and
    ///   harms no other.
    @MainActor
    public func run(
        _ request: RunRequest, stoppingOn signals: Set<Signal> = [],
        assemble: @MainActor ([any Mechanism]) -> Cogs
    ) async throws -> RunSummary {
        let keys = LibraryServices()
        var options = options
        if request.downloads == .none { options.engine = .attached }
        let graph = try keys.graph(
            directory: directory, options: options, limits: request.limits, environment: environment)
        let time = ExpiringWork(granted: options.deadline, clock: environment.clock) {}
        var work: RunWork?
        var joins: LibraryJoins?
        var isOverdue = false
        do {
            // The wait for the library counts too.
            try await time.run {
                try await graph.run(
                    stoppingOn: signals, forcedExitCode: ExitCode.interrupted.rawValue
                ) { services in
                    joins = services[keys.joins]
                    let library = try LibrarySnapshot(
                        services[keys.store], directory: directory,
                        outstanding: try await keys.outstanding(services),
                        tellsSomebody: options.notify != nil)
                    LibraryFiles(directory).confirmNoted(library)
                    let begun = RunWork(
                        request, library: library, workforces: keys.workforces(services),
                        environment: environment, status: services[keys.status], assemble: assemble)
                    work = begun
                    try await begun.waitUntilDone()
                }
            }
        } catch ServiceGraphError.startFailed(_, let error as PodcastError, _) {
            throw error
        } catch let error as WorkCancelled where error.cause == .deadline {
            isOverdue = true
        } catch is RunCancelled {
            // A signal: what was done is in the summary all the same.
        } catch is CancellationError {
            // The caller's, as a signal.
        }
        if let failure = joins?.failure { throw failure }
        guard let work else { throw isOverdue ? Self.tooLate(directory) : interrupted }
        return try await work.summary(isOverdue: isOverdue)
    }

    /// That the library was not free in time.
    public static func tooLate(_ directory: URL) -> PodcastError {
        PodcastError(
            .deadline, "its time was over before the library was free", at: directory.path,
            advice: "run again")
    }

    private var interrupted: PodcastError {
        PodcastError(
            .interrupted, "interrupted before the run began", at: directory.path, advice: "run again")
    }
}
