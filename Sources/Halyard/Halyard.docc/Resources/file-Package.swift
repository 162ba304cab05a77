// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "App",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(path: "../halyard")
    ],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [.product(name: "Halyard", package: "halyard")]
        )
    ]
)
