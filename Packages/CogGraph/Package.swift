// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CogGraph",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "CogGraph", targets: ["CogGraph"]),
        .library(name: "CogSwiftUI", targets: ["CogSwiftUI"]),
        .library(name: "CogInspector", targets: ["CogInspector"]),
    ],
    dependencies: [.package(path: "../CogArena")],
    targets: [
        .target(
            name: "CogGraph", dependencies: ["CogArena"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .target(
            name: "CogSwiftUI", dependencies: ["CogGraph"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .target(
            name: "CogInspector", dependencies: ["CogGraph"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "CogGraphTests", dependencies: ["CogGraph"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "CogInspectorTests", dependencies: ["CogInspector"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
    ],
    swiftLanguageModes: [.v6]
)
