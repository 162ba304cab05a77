// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// An app's package, which runs halyard-cli as its developers and its CI do, and compiles the generated keys. It also depends on a
// package with the module name of the Unleash Swift client, like an app that migrates from that client step by step.
let package = Package(
    name: "Dependant",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Halyard", path: "../../.."),
        // A stub. SwiftPM rejects this package if Halyard has a target with the same name.
        .package(path: "unleash-ios-sdk"),
    ],
    targets: [
        .executableTarget(name: "App", dependencies: [.product(name: "Halyard", package: "Halyard")]),
        .executableTarget(
            name: "BothClients",
            dependencies: [
                .product(name: "HalyardUnleashClient", package: "Halyard"),
                .product(name: "UnleashProxyClientSwift", package: "unleash-ios-sdk"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
