// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// The module name that apps of the Unleash Swift client import. Nested, because SwiftPM rejects two targets with the same name: as
// part of Halyard, it would keep out every app that has Unleash's package among its dependencies.
let package = Package(
    name: "UnleashProxyClientSwift",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [.library(name: "UnleashProxyClientSwift", targets: ["UnleashProxyClientSwift"])],
    dependencies: [.package(name: "Halyard", path: "../../..")],
    targets: [
        .target(
            name: "UnleashProxyClientSwift",
            dependencies: [.product(name: "HalyardUnleashClient", package: "Halyard")])
    ],
    swiftLanguageModes: [.v6]
)
