// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// What Halyard's work costs, each row against a baseline measured in the same run. A package of its own, because its
// program must be built for release, sees Halyard from outside as an app does, and parses its options with a package.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Halyard", path: "../../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        // A peer: its reads are measured beside ours.
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    ],
    targets: [
        .target(name: "CMeasure"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CMeasure",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Halyard", package: "Halyard"),
                .product(name: "HalyardLaunchDarkly", package: "Halyard"),
                .product(name: "HalyardTransport", package: "Halyard"),
                .product(name: "HalyardUnleash", package: "Halyard"),
                .product(name: "HalyardURLSession", package: "Halyard"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
