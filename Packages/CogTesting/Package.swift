// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CogTesting",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "CogTesting", targets: ["CogTesting"]),
        .library(name: "TestClocks", targets: ["TestClocks"]),
        .library(name: "RandomPrograms", targets: ["RandomPrograms"]),
    ],
    dependencies: [.package(path: "../CogGraph"), .package(path: "../CogMechanisms")],
    targets: [
        .target(name: "TestClocks", swiftSettings: [.treatAllWarnings(as: .error)]),
        .target(
            name: "CogTesting", dependencies: ["CogGraph", "CogMechanisms", "TestClocks"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .target(name: "RandomPrograms", swiftSettings: [.treatAllWarnings(as: .error)]),
        .target(
            name: "GraphPrograms", dependencies: ["CogTesting", "RandomPrograms"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .target(
            name: "AsyncPrograms", dependencies: ["CogTesting", "RandomPrograms"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .target(
            name: "ScopePrograms", dependencies: ["CogTesting", "RandomPrograms"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "cog-fuzz",
            dependencies: ["AsyncPrograms", "GraphPrograms", "RandomPrograms", "ScopePrograms"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "GraphProgramsTests", dependencies: ["GraphPrograms"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "AsyncProgramsTests", dependencies: ["AsyncPrograms"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "GuideTests", dependencies: ["CogTesting"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "ScopeProgramsTests", dependencies: ["ScopePrograms"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "TestClocksTests", dependencies: ["TestClocks"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "CogTestingTests", dependencies: ["CogTesting"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "SeedSamplesTests", dependencies: ["CogTesting"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "GraphBehaviourTests", dependencies: ["CogTesting"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "AsyncBehaviourTests", dependencies: ["CogTesting"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "ScopeBehaviourTests", dependencies: ["CogTesting"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
    ],
    swiftLanguageModes: [.v6]
)
