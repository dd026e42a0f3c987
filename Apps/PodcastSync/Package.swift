// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "PodcastSync",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [
        .package(path: "../../Packages/CogGraph"), .package(path: "../../Packages/CogMechanisms"),
        .package(path: "../../Packages/StoicServices"), .package(path: "../../Packages/CogTesting"),
    ],
    targets: [
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CSpawn"),
        .target(name: "PodcastModel", swiftSettings: strict),
        .target(
            name: "PodcastFeeds", dependencies: ["PodcastModel", "CLibXML2"],
            swiftSettings: strict),
        .target(
            name: "PodcastStore", dependencies: ["PodcastModel", "PodcastFeeds", "CSQLite"],
            swiftSettings: strict),
        .target(
            name: "PodcastTransfer", dependencies: ["PodcastModel", "CSpawn"], swiftSettings: strict),
        .target(name: "PodcastServer", swiftSettings: strict),
        .target(
            name: "FeedPrograms",
            dependencies: [
                "PodcastFeeds", "PodcastModel", .product(name: "RandomPrograms", package: "CogTesting"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "podcast-fuzz",
            dependencies: [
                "FeedPrograms", "PodcastFeeds", .product(name: "RandomPrograms", package: "CogTesting"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "FeedProgramsTests", dependencies: ["FeedPrograms"], swiftSettings: strict),
        .testTarget(
            name: "PodcastFeedsTests", dependencies: ["PodcastFeeds", "PodcastModel"],
            swiftSettings: strict),
        .testTarget(
            name: "PodcastStoreTests",
            dependencies: [
                "PodcastStore", "PodcastFeeds", "PodcastModel", "CSQLite",
                .product(name: "RandomPrograms", package: "CogTesting"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PodcastTransferTests",
            dependencies: [
                "PodcastTransfer", "PodcastServer", .product(name: "TestClocks", package: "CogTesting"),
            ],
            swiftSettings: strict),
        .target(
            name: "PodcastSync",
            dependencies: [
                "CogGraph", "CogMechanisms", "StoicServices", "PodcastModel", "PodcastFeeds",
                "PodcastStore", "PodcastTransfer", "CSpawn",
            ],
            swiftSettings: strict),
        .target(
            name: "PodcastBackgroundTransfer", dependencies: ["PodcastTransfer", "PodcastSync"],
            swiftSettings: strict),
        .executableTarget(
            name: "podcast-sync",
            dependencies: [
                "PodcastSync", "PodcastModel", "PodcastFeeds", "PodcastStore", "PodcastTransfer",
                "PodcastServer", "CogGraph", "CogMechanisms", "StoicServices",
            ],
            swiftSettings: strict),
        .executableTarget(name: "podcast-bench", dependencies: ["PodcastServer"], swiftSettings: strict),
        .testTarget(
            name: "PodcastSyncTests",
            dependencies: [
                "PodcastSync", "PodcastServer", "CogTesting", "CSQLite",
                .product(name: "RandomPrograms", package: "CogTesting"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PodcastCommandTests", dependencies: ["podcast-sync", "PodcastServer", "PodcastStore"],
            swiftSettings: strict),
        .target(name: "CTracer", path: "Tests/Crash/CTracer"),
        .target(
            name: "PodcastCrash",
            dependencies: [
                "CTracer", "CSQLite", "PodcastServer", "PodcastStore", "PodcastSync", "CogGraph",
                "CogTesting", .product(name: "RandomPrograms", package: "CogTesting"),
            ],
            path: "Tests/Crash/PodcastCrash", swiftSettings: strict),
        .executableTarget(
            name: "podcast-crash",
            dependencies: [
                "PodcastCrash", .product(name: "RandomPrograms", package: "CogTesting"),
            ],
            path: "Tests/Crash/podcast-crash", swiftSettings: strict),
        .testTarget(
            name: "PodcastCrashTests",
            dependencies: [
                "PodcastCrash", "podcast-sync", .product(name: "RandomPrograms", package: "CogTesting"),
            ], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
