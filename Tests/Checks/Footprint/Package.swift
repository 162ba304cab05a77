// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// Which libraries Halyard drags into an app. A package of its own, because its programs must be built for release and see
// Halyard from outside, as an app does.
let package = Package(
    name: "Footprint",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Halyard", path: "../../.."),
        // A peer: what it costs an app is measured beside ours. A version, because ratios to it are recorded.
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0"),
        // The peer takes its paths.
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
    ],
    targets: [
        .executableTarget(
            name: "LinksOnlyHalyard", dependencies: [.product(name: "Halyard", package: "Halyard")]),
        .executableTarget(
            name: "LinksConfiguration",
            dependencies: [
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .executableTarget(
            name: "LinksBothProviders",
            dependencies: [
                .product(name: "Halyard", package: "Halyard"),
                .product(name: "HalyardLaunchDarkly", package: "Halyard"),
                .product(name: "HalyardUnleash", package: "Halyard"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
