// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// What Halyard costs an app: libraries it drags in, allocations and time of a read. A package of its own, because its
// programs must be built for release and see Halyard from outside, as an app does.
let package = Package(
    name: "Footprint",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Halyard", path: "../..")],
    targets: [
        .target(name: "CMallocCount"),
        .executableTarget(
            name: "LinksOnlyHalyard", dependencies: [.product(name: "Halyard", package: "Halyard")]),
        .executableTarget(
            name: "Allocations", dependencies: ["CMallocCount", .product(name: "Halyard", package: "Halyard")]),
        .executableTarget(name: "ReadBenchmark", dependencies: [.product(name: "Halyard", package: "Halyard")]),
        .executableTarget(
            name: "StreamBenchmark", dependencies: [.product(name: "HalyardTransport", package: "Halyard")]),
    ],
    swiftLanguageModes: [.v6]
)
