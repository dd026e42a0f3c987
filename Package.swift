// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "cog",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "CogArena", targets: ["CogArena"]),
        .library(name: "CogGraph", targets: ["CogGraph"]),
        .library(name: "CogMechanisms", targets: ["CogMechanisms"]),
        .library(name: "StoicServices", targets: ["StoicServices"]),
        .library(name: "CogTesting", targets: ["CogTesting"]),
        .library(name: "TestClocks", targets: ["TestClocks"]),
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
        .testTarget(
            name: "CogGraphTests", dependencies: ["CogGraph"],
            path: "Packages/CogGraph/Tests/CogGraphTests", swiftSettings: strict),

        .target(
            name: "CogMechanisms", dependencies: ["CogGraph"],
            path: "Packages/CogMechanisms/Sources/CogMechanisms", swiftSettings: strict),
        .testTarget(
            name: "CogMechanismsTests", dependencies: ["CogMechanisms"],
            path: "Packages/CogMechanisms/Tests/CogMechanismsTests", swiftSettings: strict),

        .target(
            name: "StoicServices", path: "Packages/StoicServices/Sources/StoicServices",
            swiftSettings: strict),
        .testTarget(
            name: "StoicServicesTests", dependencies: ["StoicServices", "TestClocks"],
            path: "Packages/StoicServices/Tests/StoicServicesTests", swiftSettings: strict),

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
    ],
    swiftLanguageModes: [.v6]
)
