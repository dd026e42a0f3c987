// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let mainActor: SwiftSetting = .defaultIsolation(MainActor.self)
let nonsending: SwiftSetting = .enableUpcomingFeature("NonisolatedNonsendingByDefault")

let package = Package(
    name: "cog",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "CogArena", targets: ["CogArena"]),
        .library(name: "CogGraph", targets: ["CogGraph"]),
        .library(name: "CogSwiftUI", targets: ["CogSwiftUI"]),
        .library(name: "CogInspector", targets: ["CogInspector"]),
        .library(name: "CogMechanisms", targets: ["CogMechanisms"]),
        .library(name: "StoicServices", targets: ["StoicServices"]),
        .library(name: "StoicServicesTesting", targets: ["StoicServicesTesting"]),
        .library(name: "StoicAppKit", targets: ["StoicAppKit"]),
        .library(name: "StoicUIKit", targets: ["StoicUIKit"]),
        .library(name: "CogTesting", targets: ["CogTesting"]),
        .library(name: "TestClocks", targets: ["TestClocks"]),
        .library(name: "RandomPrograms", targets: ["RandomPrograms"]),
    ],
    targets: [
        .target(
            name: "CogArena", path: "Packages/CogArena/Sources/CogArena", swiftSettings: strict),
        .testTarget(
            name: "CogArenaTests", dependencies: ["CogArena"],
            path: "Packages/CogArena/Tests/CogArenaTests", swiftSettings: strict),

        .target(
            name: "CogGraph", dependencies: ["CogArena"],
            path: "Packages/CogGraph/Sources/CogGraph", swiftSettings: strict),
        .target(
            name: "CogSwiftUI", dependencies: ["CogGraph"],
            path: "Packages/CogGraph/Sources/CogSwiftUI", swiftSettings: strict),
        .target(
            name: "CogInspector", dependencies: ["CogGraph"],
            path: "Packages/CogGraph/Sources/CogInspector", swiftSettings: strict),
        .testTarget(
            name: "CogGraphTests", dependencies: ["CogGraph"],
            path: "Packages/CogGraph/Tests/CogGraphTests", swiftSettings: strict),
        .testTarget(
            name: "CogInspectorTests", dependencies: ["CogInspector"],
            path: "Packages/CogGraph/Tests/CogInspectorTests", swiftSettings: strict),

        .target(
            name: "CogMechanisms", dependencies: ["CogGraph"],
            path: "Packages/CogMechanisms/Sources/CogMechanisms", swiftSettings: strict),
        .testTarget(
            name: "CogMechanismsTests", dependencies: ["CogMechanisms"],
            path: "Packages/CogMechanisms/Tests/CogMechanismsTests", swiftSettings: strict),

        .target(
            name: "StoicServices", path: "Packages/StoicServices/Sources/StoicServices",
            swiftSettings: strict),
        .target(
            name: "StoicServicesTesting", dependencies: ["StoicServices"],
            path: "Packages/StoicServices/Sources/StoicServicesTesting", swiftSettings: strict),
        .target(
            name: "StoicAppKit", dependencies: ["StoicServices"],
            path: "Packages/StoicServices/Sources/StoicAppKit", swiftSettings: strict),
        .target(
            name: "StoicUIKit", dependencies: ["StoicServices"],
            path: "Packages/StoicServices/Sources/StoicUIKit", swiftSettings: strict),
        .target(
            name: "ServicePrograms", dependencies: ["StoicServices"],
            path: "Packages/StoicServices/Sources/ServicePrograms", swiftSettings: strict),
        .executableTarget(
            name: "stoic-fuzz", dependencies: ["ServicePrograms"],
            path: "Packages/StoicServices/Sources/stoic-fuzz", swiftSettings: strict),
        .testTarget(
            name: "ServiceProgramsTests", dependencies: ["ServicePrograms"],
            path: "Packages/StoicServices/Tests/ServiceProgramsTests", swiftSettings: strict),
        .executableTarget(
            name: "SignalChild", dependencies: ["StoicServices", "TestClocks"],
            path: "Packages/StoicServices/Tests/SignalChild", swiftSettings: strict),
        .testTarget(
            name: "StoicServicesTests",
            dependencies: ["StoicServices", "StoicServicesTesting", "SignalChild", "TestClocks"],
            path: "Packages/StoicServices/Tests/StoicServicesTests", swiftSettings: strict),
        .testTarget(
            name: "NonisolatedServicesLeg", dependencies: ["StoicServices"],
            path: "Packages/StoicServices/Tests/Legs/NonisolatedServicesLeg", swiftSettings: strict),
        .testTarget(
            name: "NonisolatedNonsendingServicesLeg", dependencies: ["StoicServices"],
            path: "Packages/StoicServices/Tests/Legs/NonisolatedNonsendingServicesLeg",
            swiftSettings: strict + [nonsending]),
        .testTarget(
            name: "MainActorServicesLeg", dependencies: ["StoicServices"],
            path: "Packages/StoicServices/Tests/Legs/MainActorServicesLeg",
            swiftSettings: strict + [mainActor]),
        .testTarget(
            name: "MainActorNonsendingServicesLeg", dependencies: ["StoicServices"],
            path: "Packages/StoicServices/Tests/Legs/MainActorNonsendingServicesLeg",
            swiftSettings: strict + [mainActor, nonsending]),

        .target(
            name: "TestClocks", path: "Packages/CogTesting/Sources/TestClocks",
            swiftSettings: strict),
        .testTarget(
            name: "TestClocksTests", dependencies: ["TestClocks"],
            path: "Packages/CogTesting/Tests/TestClocksTests", swiftSettings: strict),
        .target(
            name: "CogTesting", dependencies: ["CogGraph", "CogMechanisms", "TestClocks"],
            path: "Packages/CogTesting/Sources/CogTesting", swiftSettings: strict),
        .testTarget(
            name: "CogTestingTests", dependencies: ["CogTesting"],
            path: "Packages/CogTesting/Tests/CogTestingTests", swiftSettings: strict),
        .target(
            name: "RandomPrograms", path: "Packages/CogTesting/Sources/RandomPrograms", swiftSettings: strict),
        .target(
            name: "GraphPrograms", dependencies: ["CogTesting", "RandomPrograms"],
            path: "Packages/CogTesting/Sources/GraphPrograms", swiftSettings: strict),
        .target(
            name: "AsyncPrograms", dependencies: ["CogTesting", "RandomPrograms"],
            path: "Packages/CogTesting/Sources/AsyncPrograms", swiftSettings: strict),
        .target(
            name: "ScopePrograms", dependencies: ["CogTesting", "RandomPrograms"],
            path: "Packages/CogTesting/Sources/ScopePrograms", swiftSettings: strict),
        .executableTarget(
            name: "cog-fuzz",
            dependencies: ["AsyncPrograms", "GraphPrograms", "RandomPrograms", "ScopePrograms"],
            path: "Packages/CogTesting/Sources/cog-fuzz", swiftSettings: strict),
        .testTarget(
            name: "GraphProgramsTests", dependencies: ["GraphPrograms"],
            path: "Packages/CogTesting/Tests/GraphProgramsTests", swiftSettings: strict),
        .testTarget(
            name: "AsyncProgramsTests", dependencies: ["AsyncPrograms"],
            path: "Packages/CogTesting/Tests/AsyncProgramsTests", swiftSettings: strict),
        .testTarget(
            name: "GuideTests", dependencies: ["CogTesting"],
            path: "Packages/CogTesting/Tests/GuideTests", swiftSettings: strict),
        .testTarget(
            name: "ScopeProgramsTests", dependencies: ["ScopePrograms"],
            path: "Packages/CogTesting/Tests/ScopeProgramsTests", swiftSettings: strict),
        .testTarget(
            name: "SeedSamplesTests", dependencies: ["CogTesting"],
            path: "Packages/CogTesting/Tests/SeedSamplesTests", swiftSettings: strict),
        .testTarget(
            name: "GraphBehaviourTests", dependencies: ["CogTesting"],
            path: "Packages/CogTesting/Tests/GraphBehaviourTests", swiftSettings: strict),
        .testTarget(
            name: "AsyncBehaviourTests", dependencies: ["CogTesting"],
            path: "Packages/CogTesting/Tests/AsyncBehaviourTests", swiftSettings: strict),
        .testTarget(
            name: "ScopeBehaviourTests", dependencies: ["CogTesting"],
            path: "Packages/CogTesting/Tests/ScopeBehaviourTests", swiftSettings: strict),

        .testTarget(
            name: "SearchAsYouType", dependencies: ["CogTesting"],
            path: "Docs/Examples/SearchAsYouType", swiftSettings: strict),
        .executableTarget(
            name: "graph-page", dependencies: ["CogInspector", "CogMechanisms", "CogTesting"],
            path: "Docs/Examples/GraphPage/Program", swiftSettings: strict),
        .testTarget(
            name: "GraphPage", dependencies: ["graph-page"],
            path: "Docs/Examples/GraphPage/Tests", swiftSettings: strict),
        .executableTarget(
            name: "word-server", dependencies: ["StoicServices"],
            path: "Docs/Examples/WordServer/Program", swiftSettings: strict),
        .testTarget(
            name: "WordServer", dependencies: ["word-server"],
            path: "Docs/Examples/WordServer/Tests", swiftSettings: strict),

        .testTarget(
            name: "NonisolatedLeg", dependencies: ["CogTesting"],
            path: "Tests/legs/NonisolatedLeg", swiftSettings: strict),
        .testTarget(
            name: "NonisolatedNonsendingLeg", dependencies: ["CogTesting"],
            path: "Tests/legs/NonisolatedNonsendingLeg", swiftSettings: strict + [nonsending]),
        .testTarget(
            name: "MainActorLeg", dependencies: ["CogTesting"],
            path: "Tests/legs/MainActorLeg", swiftSettings: strict + [mainActor]),
        .testTarget(
            name: "MainActorNonsendingLeg", dependencies: ["CogTesting"],
            path: "Tests/legs/MainActorNonsendingLeg", swiftSettings: strict + [mainActor, nonsending]),
        .testTarget(
            name: "NonisolatedNonsendingSamplesLeg", dependencies: ["CogTesting"],
            path: "Tests/legs/NonisolatedNonsendingSamplesLeg", swiftSettings: strict + [nonsending]),
        .testTarget(
            name: "MainActorSamplesLeg", dependencies: ["CogTesting"],
            path: "Tests/legs/MainActorSamplesLeg", swiftSettings: strict + [mainActor]),
        .testTarget(
            name: "MainActorNonsendingSamplesLeg", dependencies: ["CogTesting"],
            path: "Tests/legs/MainActorNonsendingSamplesLeg",
            swiftSettings: strict + [mainActor, nonsending]),

        .systemLibrary(
            name: "CSQLite", path: "Apps/PodcastSync/Sources/CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CLibXML2", path: "Apps/PodcastSync/Sources/CLibXML2", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CSpawn", path: "Apps/PodcastSync/Sources/CSpawn"),
        .target(
            name: "PodcastModel",
            path: "Apps/PodcastSync/Sources/PodcastModel", swiftSettings: strict),
        .target(
            name: "PodcastFeeds", dependencies: ["PodcastModel", "CLibXML2"],
            path: "Apps/PodcastSync/Sources/PodcastFeeds", swiftSettings: strict),
        .target(
            name: "PodcastStore", dependencies: ["PodcastModel", "PodcastFeeds", "CSQLite"],
            path: "Apps/PodcastSync/Sources/PodcastStore", swiftSettings: strict),
        .target(
            name: "PodcastTransfer", dependencies: ["PodcastModel", "CSpawn"],
            path: "Apps/PodcastSync/Sources/PodcastTransfer", swiftSettings: strict),
        .target(
            name: "PodcastServer",
            path: "Apps/PodcastSync/Sources/PodcastServer", swiftSettings: strict),
        .target(
            name: "FeedPrograms", dependencies: ["PodcastFeeds", "PodcastModel", "RandomPrograms"],
            path: "Apps/PodcastSync/Sources/FeedPrograms", swiftSettings: strict),
        .executableTarget(
            name: "podcast-fuzz", dependencies: ["FeedPrograms", "PodcastFeeds", "RandomPrograms"],
            path: "Apps/PodcastSync/Sources/podcast-fuzz", swiftSettings: strict),
        .testTarget(
            name: "FeedProgramsTests", dependencies: ["FeedPrograms"],
            path: "Apps/PodcastSync/Tests/FeedProgramsTests", swiftSettings: strict),
        .testTarget(
            name: "PodcastFeedsTests", dependencies: ["PodcastFeeds", "PodcastModel"],
            path: "Apps/PodcastSync/Tests/PodcastFeedsTests", swiftSettings: strict),
        .testTarget(
            name: "PodcastStoreTests",
            dependencies: ["PodcastStore", "PodcastFeeds", "PodcastModel", "CSQLite", "RandomPrograms"],
            path: "Apps/PodcastSync/Tests/PodcastStoreTests", swiftSettings: strict),
        .testTarget(
            name: "PodcastTransferTests", dependencies: ["PodcastTransfer", "PodcastServer", "TestClocks"],
            path: "Apps/PodcastSync/Tests/PodcastTransferTests", swiftSettings: strict),
        .target(
            name: "PodcastSync",
            dependencies: [
                "CogGraph", "CogMechanisms", "StoicServices", "PodcastModel", "PodcastFeeds",
                "PodcastStore", "PodcastTransfer", "CSpawn",
            ],
            path: "Apps/PodcastSync/Sources/PodcastSync", swiftSettings: strict),
        .target(
            name: "PodcastBackgroundTransfer", dependencies: ["PodcastTransfer", "PodcastSync"],
            path: "Apps/PodcastSync/Sources/PodcastBackgroundTransfer",
            swiftSettings: strict),
        .executableTarget(
            name: "podcast-sync",
            dependencies: [
                "PodcastSync", "PodcastModel", "PodcastFeeds", "PodcastStore", "PodcastTransfer",
                "PodcastServer", "CogGraph", "CogMechanisms", "StoicServices",
            ],
            path: "Apps/PodcastSync/Sources/podcast-sync", swiftSettings: strict),
        .executableTarget(
            name: "podcast-bench", dependencies: ["PodcastServer"],
            path: "Apps/PodcastSync/Sources/podcast-bench", swiftSettings: strict),
        .testTarget(
            name: "PodcastSyncTests",
            dependencies: ["PodcastSync", "PodcastServer", "CogTesting", "CSQLite", "RandomPrograms"],
            path: "Apps/PodcastSync/Tests/PodcastSyncTests", swiftSettings: strict),
        .testTarget(
            name: "PodcastCommandTests", dependencies: ["podcast-sync", "PodcastServer", "PodcastStore"],
            path: "Apps/PodcastSync/Tests/PodcastCommandTests", swiftSettings: strict),
        .target(name: "CTracer", path: "Apps/PodcastSync/Tests/Crash/CTracer"),
        .target(
            name: "PodcastCrash",
            dependencies: [
                "CTracer", "CSQLite", "PodcastServer", "PodcastStore", "PodcastSync", "CogGraph",
                "CogTesting", "RandomPrograms",
            ],
            path: "Apps/PodcastSync/Tests/Crash/PodcastCrash", swiftSettings: strict),
        .executableTarget(
            name: "podcast-crash", dependencies: ["PodcastCrash", "RandomPrograms"],
            path: "Apps/PodcastSync/Tests/Crash/podcast-crash", swiftSettings: strict),
        .testTarget(
            name: "PodcastCrashTests", dependencies: ["PodcastCrash", "podcast-sync", "RandomPrograms"],
            path: "Apps/PodcastSync/Tests/PodcastCrashTests", swiftSettings: strict),

        .systemLibrary(name: "CMalloc", path: "Apps/CogBench/Sources/CMalloc"),
        .executableTarget(
            name: "cog-bench",
            dependencies: ["CogGraph", "CogMechanisms", "StoicServices", "CMalloc"],
            path: "Apps/CogBench/Sources/CogBench", swiftSettings: strict),
        .testTarget(
            name: "CogBenchTests", dependencies: ["cog-bench"],
            path: "Apps/CogBench/Tests/CogBenchTests", swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
