// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CogMechanisms",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "CogMechanisms", targets: ["CogMechanisms"])],
    dependencies: [.package(path: "../CogGraph")],
    targets: [
        .target(
            name: "CogMechanisms", dependencies: ["CogGraph"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "CogMechanismsTests", dependencies: ["CogMechanisms"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
    ],
    swiftLanguageModes: [.v6]
)
