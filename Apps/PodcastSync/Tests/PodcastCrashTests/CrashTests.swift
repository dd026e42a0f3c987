import Foundation
import PodcastCrash
import RandomPrograms
import Testing

// What is killed is traced as only Linux does it.
#if os(Linux)
    /// The first of what `make crash` does by the hundreds.
    @Suite(.serialized) @MainActor struct CrashTests {
        @Test(
            "POD-14: a library whose processes are killed comes to what an undisturbed one is, with nothing fetched again",
            arguments: 1...2 as ClosedRange<UInt64>)
        func killed(seed: UInt64) async throws {
            let run = try CrashRun(Self.program, room: Self.room)
            defer { run.end() }
            let program = CrashProgram.random(seed: seed, steps: 5)
            let failure = try await run.failure(of: program)
            #expect(failure == nil, "\(program)\n\(failure.map(\.description) ?? "")")
            #expect(run.tally.killCount > 0)
        }

        @Test(
            "POD-10: at whichever call a process ends, by a signal or with the power, no part looks like an episode",
            arguments: [("downloads", 12), ("a download of other bytes", 4), ("a library of schema 1", 8)])
        func swept(kind: String, stride: Int) async throws {
            try await sweep(kind, stride: stride)
        }

        @Test("POD-14: at whichever call a process ends that names a file by its response, the file is known")
        func untold() async throws {
            try await sweep("a download of an untold type", last: 40)
        }

        @Test(
            "POD-16: at whichever call two subscriptions become one, no file is lost or fetched again")
        func joined() async throws {
            try await sweep("two subscriptions that become one", stride: 4)
        }

        @Test("POD-14: at whichever call the end of a subscription is cut off, what is left of it is known")
        func ended() async throws {
            try await sweep("the end of a subscription", last: 9)
        }

        @Test(
            "POD-14: asked to end at whichever call, once or twice, it ends in order, and the next run does the rest",
            arguments: [("a refresh with news", 6), ("downloads", 16), ("a cleanup", 3), ("a skip", 4)])
        func asked(kind: String, stride: Int) async throws {
            try await sweep(kind, stride: stride, timesAsked: [1, 2])
        }

        @Test(
            "POD-14: the program killed alone or with an aria2 that goes on, the library comes to the same",
            arguments: [2, 6] as [UInt64])
        func besideAria2(seed: UInt64) async throws {
            let run = try CrashRun(Self.program, engine: "aria2", room: Self.room)
            defer { run.end() }
            let program = CrashProgram.random(seed: seed, steps: 5)
            let failure = try await run.failure(of: program)
            #expect(failure == nil, "\(program)\n\(failure.map(\.description) ?? "")")
            #expect(run.tally.killCount > 0)
        }

        private func sweep(
            _ kind: String, last: Int = .max, stride: Int = 1, timesAsked: [Int] = []
        ) async throws {
            let run = try CrashRun(Self.program, room: Self.room)
            defer { run.end() }
            let program = try #require(CrashProgram.kinds.first { $0.name == kind }).program
            let failure = try await run.failure(
                sweeping: program, last: last, stride: stride, timesAsked: timesAsked)
            #expect(failure == nil, "\(failure.map(\.description) ?? "")")
            #expect(run.tally.killCount > 4)
        }

        private static var room: URL {
            FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
                .appendingPathComponent("podcast-crash-\(UUID().uuidString)", isDirectory: true)
        }

        /// Built beside the tests, since they depend on it.
        private static let program: URL = {
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            let folder = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
            return folder.appendingPathComponent("podcast-sync")
        }()
    }
#endif
