// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "StoicServices",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "StoicServices", targets: ["StoicServices"]),
        .library(name: "StoicServicesTesting", targets: ["StoicServicesTesting"]),
        .library(name: "StoicAppKit", targets: ["StoicAppKit"]),
        .library(name: "StoicUIKit", targets: ["StoicUIKit"]),
    ],
    dependencies: [.package(path: "../CogTesting")],
    targets: [
        .target(name: "StoicServices", swiftSettings: strict),
        .target(
            name: "StoicServicesTesting", dependencies: ["StoicServices"], swiftSettings: strict),
        .target(name: "StoicAppKit", dependencies: ["StoicServices"], swiftSettings: strict),
        .target(name: "StoicUIKit", dependencies: ["StoicServices"], swiftSettings: strict),
        .executableTarget(
            name: "SignalChild",
            dependencies: [
                "StoicServices", .product(name: "TestClocks", package: "CogTesting"),
            ], path: "Tests/SignalChild", swiftSettings: strict),
        .testTarget(
            name: "StoicServicesTests",
            dependencies: [
                "StoicServices", "StoicServicesTesting", "SignalChild",
                .product(name: "TestClocks", package: "CogTesting"),
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
