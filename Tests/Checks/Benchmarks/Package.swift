// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// Measures the cost of Halyard's work, each row against a baseline from the same run. It's a separate package because its program
// is built for release, uses Halyard from outside as an app does, and parses its options with another package.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Halyard", path: "../../.."),
        .package(name: "HalyardSwiftConfiguration", path: "../../../Providers/SwiftConfiguration"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        // The benchmarks compare its reads with Halyard's.
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
                .product(name: "HalyardSwiftConfiguration", package: "HalyardSwiftConfiguration"),
                .product(name: "HalyardTransport", package: "Halyard"),
                .product(name: "HalyardUnleash", package: "Halyard"),
                .product(name: "HalyardURLSession", package: "Halyard"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
