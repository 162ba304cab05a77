// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// Checks which libraries Halyard adds to an app. It's a separate package because its programs are built for release, and because
// they use Halyard from outside, as an app does.
let package = Package(
    name: "Footprint",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Halyard", path: "../../.."),
        // Its cost is measured next to Halyard's. The version is exact because ratios to it are recorded.
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0"),
        // swift-configuration uses its paths.
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
