// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// The simulation runs whole clients in one thread, with one seed for every choice. It's a separate package because its program
// replaces the system's queues, and because it uses Halyard from outside, as an app does.
let package = Package(
    name: "Simulation",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Halyard", path: "../../..")],
    targets: [
        // Replaces functions of libdispatch.
        .target(name: "CInterposer"),
        .executableTarget(
            name: "Simulation",
            dependencies: [
                "CInterposer",
                .product(name: "Halyard", package: "Halyard"),
                .product(name: "HalyardLDClient", package: "Halyard"),
                .product(name: "HalyardLaunchDarkly", package: "Halyard"),
                .product(name: "HalyardOFREP", package: "Halyard"),
                .product(name: "HalyardTransport", package: "Halyard"),
                .product(name: "HalyardUnleash", package: "Halyard"),
                .product(name: "HalyardUnleashClient", package: "Halyard"),
            ],
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"], .when(platforms: [.linux]))]),
    ],
    swiftLanguageModes: [.v6]
)
