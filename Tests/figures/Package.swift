// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Figures",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "../../Packages/CogGraph")],
    targets: [
        .executableTarget(
            name: "Figures", dependencies: ["CogGraph"],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ],
    swiftLanguageModes: [.v6]
)
