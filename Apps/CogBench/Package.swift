// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "CogBench",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [
        .package(path: "../../Packages/CogGraph"), .package(path: "../../Packages/CogMechanisms"),
        .package(path: "../../Packages/StoicServices"),
    ],
    targets: [
        .systemLibrary(name: "CMalloc", path: "Sources/CMalloc"),
        .executableTarget(
            name: "cog-bench", dependencies: ["CogGraph", "CogMechanisms", "StoicServices", "CMalloc"],
            path: "Sources/CogBench", swiftSettings: strict),
        .testTarget(
            name: "CogBenchTests", dependencies: ["cog-bench"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
