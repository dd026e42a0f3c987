// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let mainActor: SwiftSetting = .defaultIsolation(MainActor.self)
let nonsending: SwiftSetting = .enableUpcomingFeature("NonisolatedNonsendingByDefault")

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
        .target(name: "ServicePrograms", dependencies: ["StoicServices"], swiftSettings: strict),
        .executableTarget(name: "stoic-fuzz", dependencies: ["ServicePrograms"], swiftSettings: strict),
        .testTarget(
            name: "ServiceProgramsTests", dependencies: ["ServicePrograms"], swiftSettings: strict),
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
        .testTarget(
            name: "NonisolatedServicesLeg", dependencies: ["StoicServices"],
            path: "Tests/Legs/NonisolatedServicesLeg", swiftSettings: strict),
        .testTarget(
            name: "NonisolatedNonsendingServicesLeg", dependencies: ["StoicServices"],
            path: "Tests/Legs/NonisolatedNonsendingServicesLeg", swiftSettings: strict + [nonsending]),
        .testTarget(
            name: "MainActorServicesLeg", dependencies: ["StoicServices"],
            path: "Tests/Legs/MainActorServicesLeg", swiftSettings: strict + [mainActor]),
        .testTarget(
            name: "MainActorNonsendingServicesLeg", dependencies: ["StoicServices"],
            path: "Tests/Legs/MainActorNonsendingServicesLeg",
            swiftSettings: strict + [mainActor, nonsending]),
    ],
    swiftLanguageModes: [.v6]
)
