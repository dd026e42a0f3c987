// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "StoicServices",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "StoicServices", targets: ["StoicServices"])],
    dependencies: [.package(path: "../CogTesting")],
    targets: [
        .target(name: "StoicServices", swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "StoicServicesTests",
            dependencies: [
                "StoicServices", .product(name: "TestClocks", package: "CogTesting"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]),
    ],
    swiftLanguageModes: [.v6]
)
