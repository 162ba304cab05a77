// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// The program of this check. It's a separate package because it uses Halyard from outside, as an app does.
let package = Package(
    name: "LaunchDarklyEngine",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Halyard", path: "../../..")],
    targets: [
        .executableTarget(
            name: "LaunchDarklyEngineCheck",
            dependencies: [
                .product(name: "Halyard", package: "Halyard"),
                .product(name: "HalyardLaunchDarkly", package: "Halyard"),
            ],
            path: "Driver")
    ],
    swiftLanguageModes: [.v6]
)
