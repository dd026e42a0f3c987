import Foundation
import StoicServices
import TestClocks

/// A process that runs a small graph until it is told to end by signals; driven by tests.
///
/// Every line it prints is something a test waits for.
@main
struct SignalChild {
    static func main() async {
        switch CommandLine.arguments.last {
        case "obeys": await obeys()
        case "starts": await starts()
        case "hangs": await hangs()
        case "ignores": await ignores()
        case "returns": await returns()
        case "shares": await shares()
        case "outlives": await outlives()
        case "blocks": await blocks()
        default: say("no such script")
        }
    }

    private static let first = ServiceKey<String>("first")
    private static let second = ServiceKey<String>("second")

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// Both services say how they stop.
    private static func graph(
        start: @escaping @Sendable () async throws -> Void = {},
        stop: @escaping @Sendable () async throws -> Void = {}
    ) throws -> ServiceGraph {
        try ServiceGraph(label: "child") {
            Provide(
                first, start: { _ in "first" },
                stop: { value, exit in say("stop \(value): \(exit)") })
            Provide(
                second, needs: [first.any],
                start: { services in
                    try await start()
                    return "second after \(services[first])"
                },
                stop: { value, exit in
                    say("stop \(value): \(exit)")
                    try await stop()
                })
        }
    }

    private static func run(
        _ graph: ServiceGraph, forcedExitCode: Int32? = nil,
        clock: any Clock<Duration> = SuspendingClock(),
        _ body: nonisolated(nonsending) () async throws -> String
    ) async {
        do {
            let value = try await graph.run(
                exitBudget: .seconds(86_400), stopTimeout: .seconds(86_400),
                stoppingOn: [.sigterm, .sigint],
                forcedExitCode: forcedExitCode, clock: clock,
                observer: { event in
                    if case .hurried = event.kind { say("hurried") }
                }
            ) { _ in try await body() }
            say("value \(value)")
        } catch let error as RunCancelled {
            say("cancelled \(error.cause), caller cancelled: \(Task.isCancelled)")
            for entry in error.report.entries { say("\(entry.key) \(entry.outcome)") }
        } catch {
            say("error \(error)")
        }
    }

    /// Suspends until its task is cancelled.
    private static func untilCancelled() async throws {
        let (ends, end) = AsyncStream<Void>.makeStream()
        await withTaskCancellationHandler {
            for await _ in ends {}
        } onCancel: {
            end.finish()
        }
        try Task.checkCancellation()
    }

    /// Suspends for ever.
    private static func never() async {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    private static func obeys() async {
        guard let graph = try? graph() else { return }
        await run(graph) {
            say("ready")
            try await untilCancelled()
            return "unreached"
        }
        // The handling is put back: the next signal ends the process the usual way.
        say("restored")
        await never()
    }

    private static func starts() async {
        let hanging = try? graph(start: {
            say("ready")
            try await untilCancelled()
        })
        guard let hanging else { return }
        await run(hanging) {
            say("body")
            return "unreached"
        }
    }

    /// Time stands still but for what the hung stop lets pass once it is cancelled: all of the
    /// grace but the part of the stop behind it.
    private static func hangs() async {
        let clock = TestClock()
        let hanging = try? graph(stop: {
            await withTaskCancellationHandler {
                await never()
            } onCancel: {
                say("stop of second cancelled")
                clock.advance(by: .milliseconds(750))
            }
        })
        guard let hanging else { return }
        await run(hanging, clock: clock) {
            say("ready")
            try await untilCancelled()
            return "unreached"
        }
    }

    /// Blocks every thread of the cooperative pool, and never looks at its cancellation.
    private static func ignores() async {
        guard let graph = try? graph() else { return }
        await run(graph, forcedExitCode: 77) {
            await withTaskCancellationHandler {
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<ProcessInfo.processInfo.activeProcessorCount * 2 {
                        group.addTask { while true { pause() } }
                    }
                    say("ready")
                    while true { pause() }
                }
            } onCancel: {
                say("body cancelled")
            }
            return "unreached"
        }
    }

    /// One run that listens ends while another still listens.
    private static func outlives() async {
        guard let graph = try? graph() else { return }
        await run(graph) {
            await run(graph) { "inner" }
            say("ready")
            try await untilCancelled()
            return "unreached"
        }
    }

    /// An observer that never returns from the first signal.
    private static func blocks() async {
        guard let graph = try? graph() else { return }
        _ = try? await graph.run(
            stoppingOn: [.sigterm, .sigint, .sigusr1],
            observer: { event in
                guard case .cancelled = event.kind else { return }
                say("blocked")
                while true { pause() }
            }
        ) { _ in
            say("ready")
            try await untilCancelled()
        }
    }

    private static func returns() async {
        guard let graph = try? graph() else { return }
        await run(graph) {
            say("ready")
            try? await untilCancelled()
            return "kept"
        }
    }

    /// Two runs listen at once; each hears each signal.
    private static func shares() async {
        guard let graph = try? graph() else { return }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    await run(graph) {
                        say("ready")
                        try await untilCancelled()
                        return "unreached"
                    }
                }
            }
        }
        say("restored")
        await never()
    }
}
