// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CogArena",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "CogArena", targets: ["CogArena"])],
    targets: [
        .target(name: "CogArena", swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "CogArenaTests", dependencies: ["CogArena"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
    ],
    swiftLanguageModes: [.v6]
)
