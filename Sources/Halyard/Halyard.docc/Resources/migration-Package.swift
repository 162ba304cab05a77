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
            dependencies: [
                .product(name: "Halyard", package: "halyard"),
                .product(name: "HalyardLaunchDarkly", package: "halyard"),
                .product(name: "HalyardUnleash", package: "halyard"),
            ]
        ),
        .testTarget(
            name: "MigrationTests",
            dependencies: [
                .product(name: "Halyard", package: "halyard"),
                .product(name: "HalyardLaunchDarkly", package: "halyard"),
                .product(name: "HalyardTesting", package: "halyard"),
                .product(name: "HalyardUnleash", package: "halyard"),
            ]
        ),
    ]
)
