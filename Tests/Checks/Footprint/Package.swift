// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// Which libraries Halyard drags into an app. A package of its own, because its programs must be built for release and see
// Halyard from outside, as an app does.
let package = Package(
    name: "Footprint",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Halyard", path: "../../..")],
    targets: [
        .executableTarget(
            name: "LinksOnlyHalyard", dependencies: [.product(name: "Halyard", package: "Halyard")]),
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
